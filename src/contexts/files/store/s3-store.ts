import { Readable } from 'node:stream';
import type { OnApplicationShutdown } from '@nestjs/common';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type ListObjectsV2CommandOutput,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { StoreSettings } from './store.settings.js';
import {
  FileStore,
  MissingFileError,
  nameOf,
  type ByteRange,
  type ObjectKey,
  type PartKey,
  type PartsKey,
  type StoreAddresses,
  type StoredKind,
} from './file-store.js';

/** Stores differ in how they delete many at once, so each object is deleted by itself. */
const REMOVED_AT_ONCE = 8;
const CONNECT_MS = 5_000;
/** How long the store may be silent, or a reader may pause. */
const SILENT_MS = 120_000;

/** Files in a bucket of an S3-compatible store. No rule depends on what the store enforces of a signed request. */
export class S3Store extends FileStore implements OnApplicationShutdown {
  override readonly addresses: StoreAddresses;

  private constructor(
    private readonly client: S3Client,
    private readonly bucket: string,
    origin: string,
  ) {
    super();
    this.addresses = addressesIn(client, bucket, origin);
  }

  static async open(settings: StoreSettings): Promise<S3Store> {
    const { S3_ACCESS_KEY_ID: accessKeyId = '', S3_SECRET_ACCESS_KEY: secretAccessKey = '' } = settings;
    const client = new S3Client({
      endpoint: settings.S3_ENDPOINT,
      region: settings.S3_REGION,
      forcePathStyle: settings.S3_FORCE_PATH_STYLE,
      credentials: { accessKeyId, secretAccessKey },
      requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENT_MS },
      // Other checksums are refused by some stores.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
    const { S3_BUCKET: bucket = '' } = settings;
    const url = await getSignedUrl(client, new GetObjectCommand({ Bucket: bucket, Key: 'none' }));
    return new S3Store(client, bucket, new URL(url).origin);
  }

  async putPart(part: PartKey, content: AsyncIterable<Buffer>, byteSize: number): Promise<void> {
    await this.put(nameOf.part(part), content, byteSize);
  }

  async listParts(parts: PartsKey): Promise<ReadonlyMap<number, number>> {
    const lengths = new Map<number, number>();
    for await (const { Contents = [] } of this.list(`${nameOf.parts(parts)}/`)) {
      for (const { Key, Size } of Contents) lengths.set(Number(lastOf(Key)), Size ?? 0);
    }
    return lengths;
  }

  async *readPart(part: PartKey): AsyncIterable<Buffer> {
    yield* (await this.get(nameOf.part(part))) as AsyncIterable<Buffer>;
  }

  async removeParts(parts: PartsKey): Promise<void> {
    for await (const { Contents = [] } of this.list(`${nameOf.parts(parts)}/`)) {
      for (let first = 0; first < Contents.length; first += REMOVED_AT_ONCE) {
        const some = Contents.slice(first, first + REMOVED_AT_ONCE);
        await Promise.all(some.map(({ Key = '' }) => this.remove(Key)));
      }
    }
  }

  async putObject(object: ObjectKey, content: AsyncIterable<Buffer>, byteSize: number): Promise<void> {
    await this.put(nameOf.object(object), content, byteSize);
  }

  readObject(object: ObjectKey, range?: ByteRange): Promise<Readable> {
    return this.get(nameOf.object(object), range && `bytes=${range.start}-${range.end}`);
  }

  removeObject(object: ObjectKey): Promise<void> {
    return this.remove(nameOf.object(object));
  }

  async *listKeys(kind: StoredKind, organizationId: string): AsyncIterable<string> {
    const delimiter = kind === 'parts' ? '/' : undefined;
    for await (const { Contents = [], CommonPrefixes = [] } of this.list(`${kind}/${organizationId}/`, delimiter)) {
      yield* Contents.map(({ Key }) => lastOf(Key));
      yield* CommonPrefixes.map(({ Prefix }) => lastOf(Prefix?.slice(0, -1)));
    }
  }

  freeMb(): Promise<number> {
    return Promise.resolve(Infinity);
  }

  onApplicationShutdown(): void {
    this.client.destroy();
  }

  /** The store has an object only once it is whole. */
  private async put(Key: string, content: AsyncIterable<Buffer>, ContentLength: number): Promise<void> {
    const Body = Readable.from(content, { objectMode: false });
    await this.client.send(new PutObjectCommand({ Bucket: this.bucket, Key, Body, ContentLength }));
  }

  private async get(Key: string, Range?: string): Promise<Readable> {
    try {
      const { Body } = await this.client.send(new GetObjectCommand({ Bucket: this.bucket, Key, Range }));
      return Body as Readable;
    } catch (error) {
      const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
      throw $metadata?.httpStatusCode === 404 ? new MissingFileError('the file is not stored') : error;
    }
  }

  private async remove(Key: string): Promise<void> {
    await this.client.send(new DeleteObjectCommand({ Bucket: this.bucket, Key }));
  }

  private async *list(Prefix: string, Delimiter?: string): AsyncGenerator<ListObjectsV2CommandOutput> {
    let ContinuationToken: string | undefined;
    do {
      const asked = { Bucket: this.bucket, Prefix, Delimiter, ContinuationToken };
      const page: ListObjectsV2CommandOutput = await this.client.send(new ListObjectsV2Command(asked));
      yield page;
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined);
  }
}

function addressesIn(client: S3Client, Bucket: string, origin: string): StoreAddresses {
  return {
    origin,
    ofPart: (part, ContentLength, expiresAt, now) => {
      const put = new PutObjectCommand({ Bucket, Key: nameOf.part(part), ContentLength });
      const expiresIn = Math.floor((expiresAt.getTime() - now.getTime()) / 1_000);
      return getSignedUrl(client, put, { expiresIn });
    },
    ofObject: (object, { mimeType: ResponseContentType, disposition, goodForSeconds: expiresIn }) => {
      const shown = { ResponseContentType, ResponseContentDisposition: disposition };
      const get = new GetObjectCommand({ Bucket, Key: nameOf.object(object), ...shown });
      return getSignedUrl(client, get, { expiresIn });
    },
  };
}

function lastOf(name = ''): string {
  return name.slice(name.lastIndexOf('/') + 1);
}
