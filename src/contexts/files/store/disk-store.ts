import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  FileStore,
  MissingFileError,
  nameOf,
  type ByteRange,
  type ObjectKey,
  type PartKey,
  type PartsKey,
  type StoredKind,
} from './file-store.js';

const MB = 1_000_000;
const UNFINISHED = '.tmp';
/** Bytes that are read at a time, or wait to be written: fewer turns of the event loop for a large file. */
const BUFFER_BYTES = 1_048_576;

/** Files below a folder of this machine, or of a file system that several share. */
export class DiskStore extends FileStore {
  private readonly folder: string;

  constructor(dataDir: string) {
    super();
    this.folder = resolve(dataDir, 'files');
  }

  async putPart(part: PartKey, content: AsyncIterable<Buffer>): Promise<void> {
    const path = this.path(nameOf.part(part));
    // The same part may be sent twice at once.
    await this.write(path, `${path}.${randomUUID()}${UNFINISHED}`, content);
  }

  async listParts(parts: PartsKey): Promise<ReadonlyMap<number, number>> {
    const folder = this.path(nameOf.parts(parts));
    const names = (await namesIn(folder)).filter((name) => /^\d+$/.test(name));
    const lengths = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
    return new Map(names.map((name, index) => [Number(name), lengths[index]]));
  }

  readPart(part: PartKey): AsyncIterable<Buffer> {
    return createReadStream(this.path(nameOf.part(part)), { highWaterMark: BUFFER_BYTES });
  }

  async removeParts(parts: PartsKey): Promise<void> {
    await rm(this.path(nameOf.parts(parts)), { recursive: true, force: true });
  }

  async putObject(object: ObjectKey, content: AsyncIterable<Buffer>): Promise<void> {
    const path = this.pathOfObject(object);
    await this.write(path, path + UNFINISHED, content);
  }

  async readObject(object: ObjectKey, range: Partial<ByteRange> = {}): Promise<Readable> {
    const file = await open(this.pathOfObject(object)).catch((error: unknown) => {
      throw isMissing(error) ? new MissingFileError('the file is not stored') : error;
    });
    return file.createReadStream({ ...range, highWaterMark: BUFFER_BYTES });
  }

  async removeObject(object: ObjectKey): Promise<void> {
    const path = this.pathOfObject(object);
    for (const one of [path, path + UNFINISHED]) await rm(one, { force: true });
  }

  async *listKeys(kind: StoredKind, organizationId: string): AsyncIterable<string> {
    const names = await namesIn(this.path(`${kind}/${organizationId}`));
    yield* new Set(names.map((name) => name.replace(UNFINISHED, '')));
  }

  async freeMb(): Promise<number> {
    await mkdir(this.folder, { recursive: true });
    const { bavail, bsize } = await statfs(this.folder);
    return (bavail * bsize) / MB;
  }

  pathOfObject(object: ObjectKey): string {
    return this.path(nameOf.object(object));
  }

  private path(name: string): string {
    return join(this.folder, name);
  }

  /** Under another name first: a crash leaves no file that looks complete. */
  private async write(path: string, unfinished: string, content: AsyncIterable<Buffer>): Promise<void> {
    const folder = dirname(path);
    await mkdir(folder, { recursive: true });
    try {
      await pipeline(content, createWriteStream(unfinished, { highWaterMark: BUFFER_BYTES, flush: true }));
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
    await rename(unfinished, path);
    const directory = await open(folder);
    await directory.sync();
    await directory.close();
  }
}

/** None in a folder that is not there. */
async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
