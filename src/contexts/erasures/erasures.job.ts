import { Injectable } from '@nestjs/common';
import { type JobLease, JobWorker, ScheduledJob } from '#kernel/jobs';
import { newId, type TenantSession } from '#kernel/persistence';
import { recordServiceAct } from '#kernel/trail';
import { declareServiceAct } from '#kernel/events';
import { eraseAccountOf, giveAnonymousAccount } from './erase-account.js';
import type { ErasureEntity } from './erasure.entity.js';
import { cancelErasure, MEMBER_ERASED } from './erasure.operations.js';
import { ERASURES_JOB } from './erasure.service.js';
import { ERASURE_STEPS, expireExportsOf } from './erasure-steps.js';
import { erasureTables } from './erasures.tables.js';
import { readPerson, type Person } from './person.js';

/** As many ids as an event has. */
const IDS_OF_EVENT = 400;
const CANCELLED = declareServiceAct('erasure.cancelled', 'erasure');

const findDue = erasureTables
  .statement(
    'find_due_erasure',
    { now: 'timestamptz' },
    `select id, member_id as "memberId", account_id as "accountId", begun_at as "begunAt" from erasures
     where organization_id = :organization and status = 'approved' and not_before <= :now order by id limit 1 for update`,
  )
  .returning<ErasureEntity>();

const nextDue = erasureTables
  .statement(
    'next_due_erasure',
    {},
    `select min(not_before) as at from erasures where organization_id = :organization and status = 'approved'`,
  )
  .returning<{ at: Date | null }>();

const begin = erasureTables.statement(
  'begin_erasure',
  { id: 'uuid', now: 'timestamptz' },
  `update erasures set begun_at = :now where organization_id = :organization and id = :id and begun_at is null`,
);

const cancel = erasureTables.statement(
  'cancel_erasure_of_member',
  { id: 'uuid' },
  `update erasures set status = 'cancelled' where organization_id = :organization and id = :id`,
);

const listDone = erasureTables
  .statement(
    'list_done_erasure_steps',
    { erasure: 'uuid' },
    'select name, erased from erasure_steps where organization_id = :organization and erasure_id = :erasure',
  )
  .returning<{ name: string; erased: number }>();

const noteStep = erasureTables.statement(
  'note_erasure_step',
  { id: 'uuid', erasure: 'uuid', name: 'text', erased: 'integer', now: 'timestamptz' },
  `insert into erasure_steps (organization_id, id, erasure_id, name, erased, done_at)
   values (:organization, :id, :erasure, :name, :erased, :now) on conflict (organization_id, erasure_id, name) do nothing`,
);

const finish = erasureTables.statement(
  'finish_erasure',
  { id: 'uuid', now: 'timestamptz' },
  `update erasures set status = 'carried_out', carried_out_at = :now
   where organization_id = :organization and id = :id and status = 'approved'`,
);

// Those of earlier requests that were cancelled, too.
const eraseReasons = erasureTables.statement(
  'erase_reasons_of_erasures',
  { account: 'uuid' },
  `update erasures set reason = '[erased]'
   where organization_id = :organization and account_id = :account and status in ('cancelled', 'carried_out')`,
);

/** Carries out approved erasures, step by step; a process that takes over goes on with the first step that is not recorded. */
@Injectable()
export class ErasuresJob extends ScheduledJob {
  readonly name = ERASURES_JOB;
  override readonly takesLong = true;

  constructor(jobs: JobWorker) {
    super();
    jobs.add(this);
  }

  async run(lease: JobLease): Promise<Date | null> {
    for (;;) {
      const due = await lease.inTenant((tenant) => this.begin(tenant, lease.now));
      if (due === undefined) break;
      if (due !== 'cancelled') await this.carryOut(lease, due.erasure, due.person);
    }
    const [next] = await lease.inTenant((tenant) => tenant.query(nextDue));
    return next?.at ?? null;
  }

  /** Whoever became a member again, or was enrolled, is not erased. */
  private async begin(tenant: TenantSession, now: Date) {
    const [erasure] = await tenant.query(findDue, { now });
    if (!erasure) return undefined;
    const person = await readPerson(tenant, erasure.accountId);
    if (erasure.begunAt === null && (person.isActive || person.isEnrolled)) {
      await cancelBecauseOfMember(tenant, erasure, now);
      return 'cancelled' as const;
    }
    await tenant.execute(begin, { id: erasure.id, now });
    return { erasure, person };
  }

  private async carryOut(lease: JobLease, erasure: ErasureEntity, person: Person): Promise<void> {
    const done = new Map(
      (await lease.inTenant((tenant) => tenant.query(listDone, { erasure: erasure.id }))).map((s) => [
        s.name,
        s.erased,
      ]),
    );
    for (const step of ERASURE_STEPS) {
      if (done.has(step.name)) continue;
      const erased = await step.run(lease, erasure.id, person);
      done.set(step.name, erased);
      const note = { id: newId(), erasure: erasure.id, name: step.name, erased };
      await lease.inTenant((tenant) => tenant.execute(noteStep, { ...note, now: lease.now }));
    }
    const keepsAccount = await eraseAccountOf(lease, erasure.id);
    await lease.inTenant(async (tenant) => {
      // Afterwards the memberships are not found by the account any more: in the transaction that ends the erasure.
      if (keepsAccount) await giveAnonymousAccount(tenant, person.members, lease.now);
      await conclude(tenant, erasure, person, lease.now);
    });
  }
}

async function conclude(
  tenant: TenantSession,
  { id, memberId, accountId }: ErasureEntity,
  person: Person,
  now: Date,
): Promise<void> {
  // Files that were begun since the step of the exports have the address.
  await expireExportsOf(tenant, person, now);
  if ((await tenant.execute(finish, { id, now })) === 0) throw new Error('the erasure is over');
  await tenant.execute(eraseReasons, { account: accountId });
  const { enrollments } = person;
  for (let from = 0; from === 0 || from < enrollments.length; from += IDS_OF_EVENT) {
    const enrollmentIds = enrollments.slice(from, from + IDS_OF_EVENT);
    await recordServiceAct(tenant, {
      audited: MEMBER_ERASED.audited,
      targetId: memberId,
      changes: { erasureId: id, enrollmentIds },
      event: { declaration: MEMBER_ERASED.event, data: { memberId, enrollmentIds } },
      occurredAt: now,
    });
  }
}

async function cancelBecauseOfMember(
  tenant: TenantSession,
  { id, memberId }: ErasureEntity,
  occurredAt: Date,
): Promise<void> {
  await tenant.execute(cancel, { id });
  await recordServiceAct(tenant, {
    audited: CANCELLED,
    targetId: id,
    changes: { memberId },
    event: { declaration: cancelErasure.event, data: { erasureId: id, memberId } },
    occurredAt,
  });
}
