import type { Readable } from 'node:stream';

/** An upload, whose parts are stored together. */
export interface PartsKey {
  organizationId: string;
  uploadId: string;
}

/** A part of an upload, by its place, from 1. */
export interface PartKey extends PartsKey {
  number: number;
}

/** The bytes of a checked file. */
export interface ObjectKey {
  organizationId: string;
  objectKey: string;
}

/** The first and the last byte. */
export interface ByteRange {
  start: number;
  end: number;
}

/** How a browser is to take a file that the store itself delivers. */
export interface Delivery {
  mimeType: string;
  disposition: string;
  goodForSeconds: number;
}

/** A file that a row knows is not stored. */
export class MissingFileError extends Error {}

/** The files of all organizations. What is listed or read is complete, and survives a crash of the machine. */
export abstract class FileStore {
  /** Stores a part, in place of an earlier one. */
  abstract putPart(part: PartKey, content: AsyncIterable<Buffer>, byteSize: number): Promise<void>;
  /** The lengths of the parts that are there, by their numbers. */
  abstract listParts(parts: PartsKey): Promise<ReadonlyMap<number, number>>;
  /** Throws MissingFileError. */
  abstract readPart(part: PartKey): AsyncIterable<Buffer>;
  abstract removeParts(parts: PartsKey): Promise<void>;

  /** Stores a file. Fails where the content has another length. */
  abstract putObject(object: ObjectKey, content: AsyncIterable<Buffer>, byteSize: number): Promise<void>;
  /** Throws MissingFileError before it returns. */
  abstract readObject(object: ObjectKey, range?: ByteRange): Promise<Readable>;
  abstract removeObject(object: ObjectKey): Promise<void>;

  /** The uploads with stored parts, and the keys of stored files, also of those that are half written. */
  abstract listKeys(kind: StoredKind, organizationId: string): AsyncIterable<string>;

  /** The room that is left, in MB of 1,000,000 bytes. */
  abstract freeMb(): Promise<number>;

  /** Null where the service itself takes and delivers what is stored. */
  readonly addresses: StoreAddresses | null = null;
}

export type StoredKind = 'parts' | 'objects';

/** Addresses at which the store takes parts and delivers files, without the service in between. */
export interface StoreAddresses {
  /** The scheme, host and port that the addresses begin with. */
  origin: string;
  ofPart(part: PartKey, byteSize: number, expiresAt: Date, now: Date): Promise<string>;
  ofObject(object: ObjectKey, delivery: Delivery): Promise<string>;
}

/** The name of a stored object in every store. */
export const nameOf = {
  parts: ({ organizationId, uploadId }: PartsKey) => `parts/${organizationId}/${uploadId}`,
  part: (part: PartKey) => `${nameOf.parts(part)}/${part.number}`,
  object: ({ organizationId, objectKey }: ObjectKey) => `objects/${organizationId}/${objectKey}`,
};
