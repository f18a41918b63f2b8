import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { FileStore, UploadPartService } from '#contexts/files/files.public.js';
import type { Door } from './door.js';

/** A file of the story. */
export interface StoryFile {
  name: string;
  mimeType: string;
  content: Buffer;
}

/** Uploads files of the story as a client does, but for the connection. */
@Injectable()
export class StoredFiles {
  constructor(
    private readonly store: FileStore,
    private readonly parts: UploadPartService,
  ) {}

  /** Returns the id of the upload, which `check` has judged. */
  async upload(
    { organizationId, door, check }: { organizationId: string; door: Door; check: () => Promise<void> },
    { name, mimeType, content }: StoryFile,
  ): Promise<string> {
    const announced = { name, mimeType, byteSize: content.length };
    const { id, partSize } = await door<{ id: string; partSize: number }>('create_my_upload', announced);
    for (let number = 1; (number - 1) * partSize < content.length; number += 1) {
      const bytes = content.subarray((number - 1) * partSize, number * partSize);
      await this.store.putPart({ organizationId, uploadId: id, number }, Readable.from([bytes]), bytes.length);
      await this.parts.note({ organizationId, id, number });
    }
    await door('complete_my_upload', { uploadId: id });
    await check();
    return id;
  }
}
