import { Injectable } from '@nestjs/common';
import { type JobLease, JobWorker, ScheduledJob } from '#kernel/jobs';
import { newId, type TenantSession } from '#kernel/persistence';
import { recordServiceAct } from '#kernel/trail';
import { FileStore } from '../store/file-store.js';
import { ContentJudge } from './content-judge.js';
import { partCount, type Rejection, type UploadEntity } from './upload.entity.js';
import { UPLOAD_READY, UPLOAD_REJECTED } from './upload.operations.js';
import { UPLOADS_JOB } from './uploads-schedule.js';
import {
  beginCheck,
  countParts,
  expireUploads,
  findChecking,
  forgetObject,
  forgetParts,
  listObjectsToRemove,
  listPartsToRemove,
  nextUploadExpiry,
  noteNoParts,
  reopenUpload,
  settleUpload,
} from './uploads.statements.js';

/** A step renews the lease, also while a large file is read. */
const STEP_EVERY_MS = 5_000;

/** Checks uploads that are complete, ends those that were not used in time, and removes what nobody needs any more. */
@Injectable()
export class UploadsJob extends ScheduledJob {
  readonly name = UPLOADS_JOB;
  override readonly takesLong = true;

  constructor(
    jobs: JobWorker,
    private readonly store: FileStore,
  ) {
    super();
    jobs.add(this);
  }

  async run(lease: JobLease): Promise<Date | null> {
    await lease.inTenant((tenant) => tenant.execute(expireUploads, { now: lease.now }));
    for (;;) {
      const upload = await lease.inTenant(async (tenant) => (await tenant.query(findChecking)).at(0));
      if (!upload) break;
      await this.check(lease, upload).catch((error: unknown) => this.askAgain(lease, upload, error));
    }
    await this.clean(lease);
    const [next] = await lease.inTenant((tenant) => tenant.query(nextUploadExpiry));
    return next?.at ?? null;
  }

  /** Copies the parts to a file that no address ever named, and judges that: what was judged is what is kept. */
  private async check(lease: JobLease, upload: UploadEntity): Promise<void> {
    const { organizationId } = lease;
    const { id: uploadId } = upload;
    const [{ parts }] = await lease.inTenant((tenant) => tenant.query(countParts, { upload: uploadId }));
    if (parts < partCount(upload)) {
      await lease.inTenant((tenant) => tenant.execute(reopenUpload, { upload: uploadId, now: lease.now }));
      return;
    }
    // An earlier attempt has left it.
    if (upload.objectKey !== null) await this.store.removeObject({ organizationId, objectKey: upload.objectKey });
    const objectKey = newId();
    await lease.inTenant((tenant) => tenant.execute(beginCheck, { upload: uploadId, object: objectKey }));
    const judge = new ContentJudge();
    const object = { organizationId, objectKey };
    await this.store.putObject(object, judge.watch(this.partsOf(lease, upload)));
    const { sha256, rejection } = await judge.verdict(upload, this.store.pathOfObject(object));
    await lease.inTenant((tenant) => settle(tenant, { uploadId, objectKey, sha256, rejection, now: lease.now }));
  }

  /** Parts whose bytes are lost are sent again; the other uploads of the organization are checked meanwhile. */
  private async askAgain(lease: JobLease, { id: upload }: UploadEntity, error: unknown): Promise<void> {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    await lease.inTenant(async (tenant) => {
      await tenant.execute(forgetParts, { upload });
      await tenant.execute(reopenUpload, { upload, now: lease.now });
    });
  }

  private async *partsOf(lease: JobLease, upload: UploadEntity): AsyncGenerator<Buffer> {
    const { organizationId } = lease;
    let steppedAt = performance.now();
    for (let number = 1; number <= partCount(upload); number += 1) {
      yield* this.store.readPart({ organizationId, uploadId: upload.id, number });
      if (performance.now() - steppedAt < STEP_EVERY_MS) continue;
      await lease.inTenant(() => Promise.resolve());
      steppedAt = performance.now();
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

interface Verdict {
  uploadId: string;
  objectKey: string;
  sha256: string | null;
  rejection: Rejection | null;
  now: Date;
}

/** Nothing happens where another worker has begun the check anew. */
async function settle(tenant: TenantSession, { uploadId, objectKey, sha256, rejection, now }: Verdict): Promise<void> {
  const status = rejection === null ? 'ready' : 'rejected';
  const values = { upload: uploadId, object: objectKey, status, reason: rejection, sha256, now };
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
