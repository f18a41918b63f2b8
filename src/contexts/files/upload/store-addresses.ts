import { Injectable } from '@nestjs/common';
import { unavailable } from '#kernel/errors';
import { ShownAddresses, type Reader } from '#kernel/operations';
import { FileStore, type StoreAddresses } from '../store/file-store.js';
import { Upload, withStoredParts } from './upload.dto.js';

/** Where the store takes parts itself, uploads name its addresses, and the parts that it has not. */
@Injectable()
export class StoreAddressesOfUploads {
  constructor(
    private readonly store: FileStore,
    addresses: ShownAddresses,
  ) {
    const { addresses: own } = store;
    if (!own) return;
    addresses.addOrigin(own.origin);
    addresses.completeFirst(Upload, (upload, reader) => this.shown(own, upload, reader));
  }

  private async shown(addresses: StoreAddresses, upload: Upload, { caller, now }: Reader): Promise<Upload> {
    if (upload.status !== 'open') return upload;
    const parts = { organizationId: caller.organizationId, uploadId: upload.id };
    const stored = await this.store.listParts(parts).catch((error: unknown) => {
      throw unavailable('The file store does not answer. Retry later.', error);
    });
    return withStoredParts(upload, stored, now, ({ number, byteSize }, expiresAt) =>
      addresses.ofPart({ ...parts, number }, byteSize, expiresAt, now),
    );
  }
}
