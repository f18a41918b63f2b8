import { Injectable } from '@nestjs/common';
import { type JobLease, JobWorker, ScheduledJob } from '#kernel/jobs';
import { newId, type TenantSession } from '#kernel/persistence';
import { recordServiceAct } from '#kernel/trail';
import { Database } from '#kernel/work';
import type { ExportEntity, ExportFailure } from './export.entity.js';
import { ExportFile } from './export-file.js';
import { EXPORT_FAILED, EXPORT_READY } from './export.operations.js';
import { columnsOf, exportRows } from './export-rows.js';
import { EXPORTS_JOB } from './export.service.js';
import {
  addPart,
  beginAttempt,
  deleteParts,
  expireNow,
  failExport,
  findDueExport,
  finishExport,
  keepExport,
  nextExpiry,
  listExpired,
} from './exports.statements.js';

const KEPT_FOR_MS = 7 * 86_400_000;
/** After so many the export fails: something about it ends the process, or the worker is stopped again and again. */
const MAX_ATTEMPTS = 8;
/** A step renews the lease, also while no part becomes full. */
const STEP_EVERY_MS = 5_000;

/** The export was expired or begun anew meanwhile: nothing more is written. */
class Abandoned extends Error {}
class TooLarge extends Error {}

/** Writes the files of exports and removes them when their time is over. An attempt that was cut short is begun anew. */
@Injectable()
export class ExportsJob extends ScheduledJob {
  readonly name = EXPORTS_JOB;
  override readonly takesLong = true;
  readonly limits = { rows: 1_000_000, bytes: 200 * 1024 * 1024 };

  constructor(
    jobs: JobWorker,
    private readonly database: Database,
  ) {
    super();
    jobs.add(this);
  }

  async run(lease: JobLease): Promise<Date | null> {
    await lease.inTenant((tenant) => expire(tenant, lease.now));
    for (;;) {
      const begun = await lease.inTenant((tenant) => this.begin(tenant, lease.now));
      if (!begun) break;
      await this.write(lease, begun).catch((error: unknown) => this.settle(lease, begun, error));
    }
    const [next] = await lease.inTenant((tenant) => tenant.query(nextExpiry));
    return next?.at ?? null;
  }

  private async begin(tenant: TenantSession, now: Date): Promise<ExportEntity | undefined> {
    const [found] = await tenant.query(findDueExport);
    if (!found) return undefined;
    await tenant.execute(deleteParts, { export: found.id });
    if (found.attempt >= MAX_ATTEMPTS) {
      await fail(tenant, found, 'internal_error', now);
      return this.begin(tenant, now);
    }
    await tenant.execute(beginAttempt, { export: found.id, attempt: found.attempt + 1 });
    return { ...found, attempt: found.attempt + 1 };
  }

  private async write(lease: JobLease, begun: ExportEntity): Promise<void> {
    const file = new ExportFile(begun.format, columnsOf(begun.kind));
    const attempt = { export: begun.id, attempt: begun.attempt };
    let position = 0;
    let steppedAt = performance.now();
    const step = async (part?: Buffer): Promise<void> => {
      steppedAt = performance.now();
      const written = await lease.inTenant((tenant) =>
        part === undefined
          ? tenant.execute(keepExport, { ...attempt, rows: file.rowCount })
          : tenant.execute(addPart, { ...attempt, id: newId(), position: position++, content: part }),
      );
      if (written === 0) throw new Abandoned();
    };
    const asOf = lease.now;
    await this.database.inSnapshot(lease.organizationId, async (snapshot) => {
      for await (const rows of exportRows(snapshot, begun, asOf)) {
        for (const row of rows) {
          const part = file.add(row);
          if (file.rowCount > this.limits.rows || file.byteSize > this.limits.bytes) throw new TooLarge();
          if (part) await step(part);
        }
        if (performance.now() - steppedAt > STEP_EVERY_MS) await step();
      }
    });
    const rest = file.end();
    if (rest) await step(rest);
    await lease.inTenant((tenant) => finish(tenant, begun, file, { asOf, now: lease.now }));
  }

  /** Handles what made an attempt end early. Other errors end the run, which is repeated. */
  private async settle(lease: JobLease, begun: ExportEntity, error: unknown): Promise<void> {
    if (error instanceof Abandoned) return;
    if (!(error instanceof TooLarge)) throw error;
    await lease.inTenant((tenant) => fail(tenant, begun, 'too_large', lease.now));
  }
}

async function expire(tenant: TenantSession, now: Date): Promise<void> {
  for (const { id } of await tenant.query(listExpired, { now })) await expireNow(tenant, id);
}

async function finish(
  tenant: TenantSession,
  begun: ExportEntity,
  file: ExportFile,
  { asOf, now }: { asOf: Date; now: Date },
): Promise<void> {
  const { rowCount, byteSize, sha256 } = file;
  const expiresAt = new Date(now.getTime() + KEPT_FOR_MS);
  const counts = { rows: rowCount, bytes: byteSize, sha256 };
  const { id: exportId, attempt, kind, format } = begun;
  const finished = await tenant.execute(finishExport, { export: exportId, attempt, ...counts, asOf, now, expiresAt });
  if (finished === 0) return;
  await recordServiceAct(tenant, {
    audited: EXPORT_READY.audited,
    targetId: exportId,
    changes: { rowCount, byteSize },
    event: { declaration: EXPORT_READY.event, data: { exportId, kind, format, rowCount } },
    occurredAt: now,
  });
}

async function fail(tenant: TenantSession, begun: ExportEntity, failure: ExportFailure, now: Date): Promise<void> {
  const { id: exportId, attempt, kind, format } = begun;
  await tenant.execute(deleteParts, { export: exportId });
  if ((await tenant.execute(failExport, { export: exportId, attempt, failure })) === 0) return;
  await recordServiceAct(tenant, {
    audited: EXPORT_FAILED.audited,
    targetId: exportId,
    changes: { failure },
    event: { declaration: EXPORT_FAILED.event, data: { exportId, kind, format, failure } },
    occurredAt: now,
  });
}
