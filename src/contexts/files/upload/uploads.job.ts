import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type JobLease, JobWorker, ScheduledJob } from '#kernel/jobs';
import { FIRST_ID, newId, type TenantSession } from '#kernel/persistence';
import { recordServiceAct } from '#kernel/trail';
import { NotScannedError, Scanner } from '../scan/scanner.js';
import { FileStore, type ObjectKey } from '../store/file-store.js';
import { ContentJudge } from './content-judge.js';
import { partCount, partLength, type Rejection, type UploadEntity } from './upload.entity.js';
import { UPLOAD_READY, UPLOAD_REJECTED } from './upload.operations.js';
import { UPLOADS_JOB } from './uploads-schedule.js';
import {
  beginCheck,
  expireUploads,
  findChecking,
  forgetLostParts,
  forgetObject,
  forgetParts,
  listObjectsToRemove,
  listPartsToRemove,
  nextUploadExpiry,
  noteNoParts,
  noteNotScanned,
  reopenUpload,
  settleUpload,
} from './uploads.statements.js';

/** A step renews the lease, also while a large file is read. */
const STEP_EVERY_MS = 5_000;
const SCAN_AGAIN_MS = 30_000;

/** Checks uploads that are complete, ends those that were not used in time, and removes what nobody needs any more. */
@Injectable()
export class UploadsJob extends ScheduledJob {
  readonly name = UPLOADS_JOB;
  override readonly takesLong = true;

  constructor(
    jobs: JobWorker,
    private readonly store: FileStore,
    private readonly scanner: Scanner,
  ) {
    super();
    jobs.add(this);
  }

  async run(lease: JobLease): Promise<Date | null> {
    await lease.inTenant((tenant) => tenant.execute(expireUploads, { now: lease.now }));
    const isWaiting = await this.checkAll(lease);
    await this.clean(lease);
    const [{ at }] = await lease.inTenant((tenant) => tenant.query(nextUploadExpiry));
    const again = new Date(lease.now.getTime() + SCAN_AGAIN_MS);
    return isWaiting && (at === null || at > again) ? again : at;
  }

  /** Checks each upload once. True where some wait for the scanner. */
  private async checkAll(lease: JobLease): Promise<boolean> {
    let isWaiting = false;
    for (let after = FIRST_ID; ;) {
      const [upload] = await lease.inTenant((tenant) => tenant.query(findChecking, { after }));
      if (!upload) return isWaiting;
      after = upload.id;
      await this.check(lease, upload).catch(async (error: unknown) => {
        if (!(error instanceof NotScannedError)) throw error;
        isWaiting = true;
        await lease.inTenant((tenant) => tenant.execute(noteNotScanned, { upload: upload.id, now: lease.now }));
      });
    }
  }

  /** Copies the parts to a file that no address ever named, and judges that: what was judged is what is kept. */
  private async check(lease: JobLease, upload: UploadEntity): Promise<void> {
    const { organizationId } = lease;
    const { id: uploadId } = upload;
    const stored = await this.store.listParts({ organizationId, uploadId });
    if (numbersOf(upload).some((number) => !stored.has(number))) return this.askAgain(lease, uploadId, stored);
    if (this.scanner.isConfigured) await this.scanner.checkReachable();
    // An earlier attempt has left it.
    if (upload.objectKey !== null) await this.store.removeObject({ organizationId, objectKey: upload.objectKey });
    const objectKey = newId();
    const object = { organizationId, objectKey };
    const scan = this.scanner.isConfigured;
    await lease.inTenant((tenant) => tenant.execute(beginCheck, { upload: uploadId, object: objectKey, scan }));
    const lengthsDiffer = numbersOf(upload).some((number) => stored.get(number) !== partLength(upload, number));
    const found = lengthsDiffer ? TOO_LONG_OR_SHORT : await this.judge(lease, upload, object);
    await lease.inTenant((tenant) => settle(tenant, { uploadId, objectKey, ...found, now: lease.now }));
  }

  private async judge(lease: JobLease, upload: UploadEntity, object: ObjectKey): Promise<Found> {
    const judge = new ContentJudge();
    const content = judge.watch(keptAlive(lease, this.partsOf(lease, upload)));
    await this.store.putObject(object, content, upload.byteSize);
    const read = () => this.store.readObject(object);
    const { sha256, rejection } = await judge.verdict(upload, read);
    if (rejection !== null || !this.scanner.isConfigured) return { sha256, rejection, scanned: null };
    const stored = await read();
    const isClean = await renewing(lease, (signal) => this.scanner.isClean(stored, signal));
    return isClean
      ? { sha256, rejection, scanned: lease.now }
      : { sha256: null, rejection: 'infected', scanned: lease.now };
  }

  /** Parts that are missing, or whose bytes are lost, are sent again. */
  private async askAgain(lease: JobLease, upload: string, stored: ReadonlyMap<number, number>): Promise<void> {
    await lease.inTenant(async (tenant) => {
      await tenant.execute(forgetLostParts, { upload, stored: [...stored.keys()].map(String) });
      await tenant.execute(reopenUpload, { upload, now: lease.now });
    });
  }

  private async *partsOf({ organizationId }: JobLease, upload: UploadEntity): AsyncGenerator<Buffer> {
    for (const number of numbersOf(upload)) {
      yield* this.store.readPart({ organizationId, uploadId: upload.id, number });
    }
  }

  /** The bytes first: after a crash, they are removed again. */
  private async clean(lease: JobLease): Promise<void> {
    const { organizationId } = lease;
    for (const { id: uploadId } of await lease.inTenant((tenant) => tenant.query(listPartsToRemove))) {
      await this.store.removeParts({ organizationId, uploadId });
      await lease.inTenant(async (tenant) => {
        await tenant.execute(forgetParts, { upload: uploadId });
        await tenant.execute(noteNoParts, { upload: uploadId });
      });
    }
    for (const { id: uploadId, objectKey } of await lease.inTenant((tenant) => tenant.query(listObjectsToRemove))) {
      await this.store.removeObject({ organizationId, objectKey });
      await lease.inTenant((tenant) => tenant.execute(forgetObject, { upload: uploadId }));
    }
  }
}

interface Found {
  sha256: string | null;
  rejection: Rejection | null;
  scanned: Date | null;
}

const TOO_LONG_OR_SHORT: Found = { sha256: null, rejection: 'size_mismatch', scanned: null };

interface Verdict extends Found {
  uploadId: string;
  objectKey: string;
  now: Date;
}

function numbersOf(upload: UploadEntity): number[] {
  return Array.from({ length: partCount(upload) }, (_, index) => index + 1);
}

/** Passes the chunks on, and renews the lease in between. */
async function* keptAlive(lease: JobLease, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let steppedAt = performance.now();
  for await (const chunk of chunks) {
    yield chunk;
    if (performance.now() - steppedAt < STEP_EVERY_MS) continue;
    await lease.inTenant(() => Promise.resolve());
    steppedAt = performance.now();
  }
}

/** Nothing happens where another worker has begun the check anew. */
async function settle(
  tenant: TenantSession,
  { uploadId, objectKey, sha256, rejection, scanned, now }: Verdict,
): Promise<void> {
  const status = rejection === null ? 'ready' : 'rejected';
  const values = { upload: uploadId, object: objectKey, status, reason: rejection, sha256, scanned, now };
  if ((await tenant.execute(settleUpload, values)) === 0) return;
  const act = { targetId: uploadId, occurredAt: now };
  if (rejection === null) {
    const event = { declaration: UPLOAD_READY.event, data: { uploadId } };
    await recordServiceAct(tenant, { ...act, audited: UPLOAD_READY.audited, changes: {}, event });
  } else {
    const event = { declaration: UPLOAD_REJECTED.event, data: { uploadId, reason: rejection } };
    await recordServiceAct(tenant, { ...act, audited: UPLOAD_REJECTED.audited, changes: { reason: rejection }, event });
  }
}

/** Renews the lease until the work has ended; ends the work where the lease is lost. */
async function renewing<Result>(lease: JobLease, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const abort = new AbortController();
  let isDone = false;
  const working = work(abort.signal).finally(() => (isDone = true));
  working.catch(() => undefined);
  try {
    for (;;) {
      await Promise.race([working, delay(STEP_EVERY_MS, undefined, { ref: false })]);
      if (isDone) return await working;
      await lease.inTenant(() => Promise.resolve());
    }
  } finally {
    abort.abort();
  }
}
