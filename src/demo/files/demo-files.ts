import { Readable } from 'node:stream';
import { Injectable, Logger } from '@nestjs/common';
import { FileStore, UPLOADS_JOB } from '#contexts/files/files.public.js';
import type { Clock } from '#kernel/clock';
import type { Door } from '../door.js';
import { PastJobs, type ClaimedJobs } from '../past-jobs.js';

export interface DemoFile {
  name: string;
  mimeType: string;
  bytes: Buffer;
}

/** Registers media with a file that comes through the same door, by one of the two operations that do so. Returns the id. */
export type RegisterMedia = (
  door: Door,
  operation: 'create_media' | 'create_my_media',
  fields: { kind: 'image' | 'file'; title: string },
  file: DemoFile,
) => Promise<string>;

/** Uploads files in the past of an organization: they are stored and checked as all others are. */
@Injectable()
export class DemoFiles {
  private readonly logger = new Logger('DemoData');

  constructor(
    private readonly jobs: PastJobs,
    private readonly store: FileStore,
  ) {}

  /** From the upload to the media, no worker looks at uploads: by its clock, those of the past have expired. */
  of(organizationId: string, past: Clock): RegisterMedia {
    return async (door, operation, fields, file) => {
      const uploads = await this.jobs.claim(organizationId, past, [UPLOADS_JOB]);
      try {
        const content = await this.upload(organizationId, door, file, uploads).catch((error: unknown) => {
          this.logger.warn({ msg: 'a file of the demo organization is missing', file: file.name, err: error });
          return { mimeType: file.mimeType, url: `https://files.school.example/${encodeURIComponent(file.name)}` };
        });
        const { id } = await door(operation, { ...fields, ...content });
        return id;
      } finally {
        await uploads.giveBack();
      }
    };
  }

  /** Fails where the store takes nothing or the scanner does not answer. */
  private async upload(
    organizationId: string,
    door: Door,
    { name, mimeType, bytes }: DemoFile,
    uploads: ClaimedJobs,
  ): Promise<{ uploadId: string }> {
    const { id: uploadId } = await door('create_my_upload', { name, mimeType, byteSize: bytes.length });
    // It fits into one part. It goes past the address of that part, which was good in the past only.
    await this.store.putPart({ organizationId, uploadId, number: 1 }, Readable.from([bytes]), bytes.length);
    await door('complete_my_upload', { uploadId });
    await uploads.run();
    const { status, reason } = await door<{ status: string; reason: string | null }>('get_my_upload', { uploadId });
    if (status !== 'ready') throw new Error(`The upload is ${status}: ${reason}`);
    return { uploadId };
  }
}
