import { Controller, HttpCode, Param, Req } from '@nestjs/common';
import type { Request } from 'express';
import { invalidRequest, notFound } from '#kernel/errors';
import { ShownAddresses, SignedUrl } from '#kernel/operations';
import { readSignedAddress, SecretKeys, signAddress } from '#kernel/secrets';
import { FileStore } from '../store/file-store.js';
import { UploadPartService } from './upload-part.service.js';

/** Takes the parts of uploads, at the URLs that an upload names. */
@Controller()
export class UploadPartController {
  constructor(
    private readonly parts: UploadPartService,
    private readonly keys: SecretKeys,
    private readonly store: FileStore,
    addresses: ShownAddresses,
  ) {
    addresses.add('part', (subject, { caller: { organizationId, memberId } }) => {
      const [id, number, expiresAt] = subject.split(':');
      const claim = { organizationId, id, memberId, number: Number(number), expiresAt: new Date(Number(expiresAt)) };
      return `/uploads/${signAddress(claim, keys.uploadKeys[0])}`;
    });
  }

  @SignedUrl('PUT', 'uploads/:token')
  @HttpCode(204)
  async put(@Param('token') token: string, @Req() request: Request): Promise<void> {
    const claim = readSignedAddress(token, this.keys.uploadKeys);
    if (!claim) throw notFound();
    const { organizationId, id: uploadId, number } = claim;
    const length = await this.parts.lengthOf(claim);
    const announced = request.headers['content-length'];
    if (announced === undefined) throw invalidRequest('The length of the part must be announced.', 411);
    if (announced !== String(length)) throw invalidRequest(`The part must have ${length} bytes.`);
    await this.store.putPart({ organizationId, uploadId, number }, request as AsyncIterable<Buffer>, length);
    await this.parts.note(claim);
  }
}
