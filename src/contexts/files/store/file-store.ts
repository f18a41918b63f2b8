import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Injectable } from '@nestjs/common';
import { DataSettings } from '#kernel/settings';

const MB = 1_000_000;

/** A part of an upload, by its place, from 1. */
export interface PartKey {
  organizationId: string;
  uploadId: string;
  number: number;
}

/** The bytes of a checked file. */
export interface ObjectKey {
  organizationId: string;
  objectKey: string;
}

/** The files of all organizations, below DATA_DIR/files. What has its name is complete, and is on the disk. */
@Injectable()
export class FileStore {
  private readonly folder: string;

  constructor({ DATA_DIR }: DataSettings) {
    this.folder = resolve(DATA_DIR, 'files');
  }

  /** Stores a part, in place of an earlier one; returns its length in bytes. */
  putPart(part: PartKey, content: AsyncIterable<Buffer>): Promise<number> {
    const path = this.pathOfPart(part);
    // The same part may be sent twice at once.
    return this.write(path, `${path}.${randomUUID()}.tmp`, content);
  }

  readPart(part: PartKey): AsyncIterable<Buffer> {
    return createReadStream(this.pathOfPart(part));
  }

  async removeParts({ organizationId, uploadId }: Omit<PartKey, 'number'>): Promise<void> {
    await rm(join(this.folder, 'parts', organizationId, uploadId), { recursive: true, force: true });
  }

  /** Stores a file; returns its length in bytes. */
  putObject(object: ObjectKey, content: AsyncIterable<Buffer>): Promise<number> {
    const path = this.pathOfObject(object);
    return this.write(path, `${path}.tmp`, content);
  }

  async removeObject(object: ObjectKey): Promise<void> {
    const path = this.pathOfObject(object);
    for (const one of [path, `${path}.tmp`]) await rm(one, { force: true });
  }

  pathOfObject({ organizationId, objectKey }: ObjectKey): string {
    return join(this.folder, 'objects', organizationId, objectKey);
  }

  /** The room that the disk has left, in MB of 1,000,000 bytes. */
  async freeMb(): Promise<number> {
    await mkdir(this.folder, { recursive: true });
    const { bavail, bsize } = await statfs(this.folder);
    return (bavail * bsize) / MB;
  }

  private pathOfPart({ organizationId, uploadId, number }: PartKey): string {
    return join(this.folder, 'parts', organizationId, uploadId, String(number));
  }

  /** Under another name first: a crash leaves no file that looks complete. */
  private async write(path: string, unfinished: string, content: AsyncIterable<Buffer>): Promise<number> {
    const folder = dirname(path);
    await mkdir(folder, { recursive: true });
    const file = await open(unfinished, 'w');
    let length = 0;
    try {
      for await (const chunk of content) {
        await file.writeFile(chunk);
        length += chunk.length;
      }
      await file.sync();
    } catch (error) {
      await file.close();
      await rm(unfinished, { force: true });
      throw error;
    }
    await file.close();
    await rename(unfinished, path);
    const directory = await open(folder);
    await directory.sync();
    await directory.close();
    return length;
  }
}
