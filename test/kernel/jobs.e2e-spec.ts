/**
 * It declares an event of its own.
 *
 * @isolated
 */

import { afterEach, describe, expect, it } from '@jest/globals';
import { Clock } from '#kernel/clock';
import { JobLease, JobWorker, schedule, ScheduledJob } from '#kernel/jobs';
import { recordJobActs } from '#kernel/trail';
import { Uuid } from '#kernel/fields';
import { declareEvent, declareServiceAct } from '#kernel/events';
import { Database, JobSignal } from '#kernel/work';
import { School } from '../support/school.js';
import { until } from '../support/until.js';
import { useSchool } from '../support/use-school.js';

const { app, school } = useSchool({ isOwn: true });

class Acted {
  @Uuid()
  id: string;
}

const acted = declareEvent('act.done', 'An act was done.', Acted);
const ACTED = declareServiceAct('act.done', 'organization');

class NotedJob extends ScheduledJob {
  readonly organizations: string[] = [];
  next: Date | null = null;

  constructor(
    readonly name: string,
    private readonly work: (lease: JobLease) => Promise<unknown> = () => Promise.resolve(),
    override readonly isEverywhere = false,
  ) {
    super();
    worker().add(this);
  }

  async run(lease: JobLease): Promise<Date | null> {
    this.organizations.push(lease.organizationId);
    await this.work(lease);
    return this.next;
  }
}

let shiftMs = 0;

/** The clock goes on meanwhile. */
function advance(byMs: number): void {
  shiftMs += byMs;
  app.moveClock(shiftMs);
}

afterEach(() => advance(-shiftMs));

const worker = (): JobWorker => app.nest.get(JobWorker, { strict: false });
const database = (): Database => app.nest.get(Database, { strict: false });

function scheduleNow(name: string, secondsAhead = 0): Promise<unknown> {
  const at = new Date(app.now().getTime() + secondsAhead * 1_000);
  return database().inTenant(school.id, (tenant) => schedule(tenant, name, at));
}

/** A lease of another process. */
function leaseOf(name: string): JobLease {
  return new JobLease(school.id, name, database(), app.nest.get(Clock, { strict: false }), () => false);
}

describe('jobs that wait for servers outside', () => {
  it('keep no other job waiting, however many there are', async () => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    class WaitingJob extends NotedJob {
      override readonly waitsOutside = true;
    }
    const waiting = Array.from({ length: 20 }, (_, count) => new WaitingJob(`waiting-${count}`, () => released));
    const other = new NotedJob('other');
    for (const { name } of waiting) await scheduleNow(name, -10);
    await scheduleNow('other');
    const all = worker().runOnce();
    await until(() => Promise.resolve(other.organizations.length === 1), {
      what: 'the other job',
      withinMs: 10_000,
    }).finally(release);
    await all;
    expect(waiting.every(({ organizations }) => organizations.length === 1)).toBe(true);
  });
});

describe('a scheduled job', () => {
  it('runs once when it is due, for the organization that scheduled it, and not before', async () => {
    const job = new NotedJob('once');
    await scheduleNow('once', 60);
    await worker().runOnce();
    expect(job.organizations).toEqual([]);
    advance(60_000);
    await worker().runOnce();
    await worker().runOnce();
    expect(job.organizations).toEqual([school.id]);
  });

  it('is due at the earliest instant for which it was scheduled', async () => {
    const job = new NotedJob('earliest');
    await scheduleNow('earliest', 0);
    await scheduleNow('earliest', 3_600);
    await worker().runOnce();
    expect(job.organizations).toEqual([school.id]);
  });

  it('runs again at the instant that it returned', async () => {
    const job = new NotedJob('again');
    job.next = new Date(app.now().getTime() + 60_000);
    await scheduleNow('again');
    await worker().runOnce();
    advance(50_000);
    await worker().runOnce();
    expect(job.organizations).toHaveLength(1);
    job.next = null;
    advance(10_000);
    await worker().runOnce();
    await worker().runOnce();
    expect(job.organizations).toHaveLength(2);
  });

  it('is told to the worker of the process once it is committed, at the earliest of its instants', async () => {
    const told: Date[] = [];
    app.nest.get(JobSignal, { strict: false }).onSchedule((dueAt) => told.push(dueAt));
    const at = (hours: number): Date => new Date(app.now().getTime() + hours * 3_600_000);
    const [early, late] = [at(1), at(2)];
    await database().inTenant(school.id, async (tenant) => {
      await schedule(tenant, 'told', late);
      await schedule(tenant, 'told', early);
      await schedule(tenant, 'told', late);
      expect(told).toEqual([]);
    });
    expect(told).toEqual([early]);
    await database().inRolledBackTransaction(school.id, (tenant) => schedule(tenant, 'told', early));
    await database().inTenant(school.id, () => Promise.resolve());
    const failing = database().inTenant(school.id, async (tenant) => {
      await schedule(tenant, 'told', early);
      throw new Error('not committed');
    });
    await expect(failing).rejects.toThrow('not committed');
    expect(told).toEqual([early]);
  });

  it('that is scheduled while it runs is due again', async () => {
    const job = new NotedJob('meanwhile', async () => {
      if (job.organizations.length === 1) await scheduleNow('meanwhile');
    });
    await scheduleNow('meanwhile');
    await worker().runOnce();
    expect(job.organizations).toEqual([school.id, school.id]);
  });

  it('of an organization with much to do leaves others their turn between its steps', async () => {
    const steps: string[] = [];
    const small = new NotedJob('small', (lease) =>
      lease.inTenant(() => Promise.resolve(steps.push(`small ${lease.organizationId}`))),
    );
    // More of them than steps are done at a time; each goes on until the small one is done, or has waited in vain.
    new NotedJob('big', async (lease) => {
      for (let step = 0; step < 500 && small.organizations.length === 0; step += 1) {
        await lease.inTenant(() => Promise.resolve(steps.push('big')));
      }
    });
    const others = [await School.open(app), await School.open(app), await School.open(app)];
    for (const { id } of others) {
      await database().inTenant(id, (tenant) => schedule(tenant, 'big', new Date(app.now().getTime() - 1_000)));
    }
    await scheduleNow('small');
    await worker().runOnce();
    expect(small.organizations).toEqual([school.id]);
    expect(steps.indexOf(`small ${school.id}`)).toBeLessThan(1_000);
  });

  it('runs in one process at a time', async () => {
    const job = new NotedJob('claimed');
    await scheduleNow('claimed');
    const claims = await Promise.all([1, 2, 3, 4].map(() => leaseOf('claimed').claim()));
    expect(claims.filter((claimed) => claimed)).toHaveLength(1);
    await worker().runOnce();
    expect(job.organizations).toEqual([]);
  });

  it('of a process that was killed runs again 30 seconds later, and the first process commits nothing more', async () => {
    const job = new NotedJob('killed');
    await scheduleNow('killed');
    const killed = leaseOf('killed');
    await killed.claim();
    advance(22_000);
    await worker().runOnce();
    expect(job.organizations).toEqual([]);
    advance(8_000);
    await worker().runOnce();
    expect(job.organizations).toEqual([school.id]);
    await expect(killed.inTenant(() => Promise.resolve())).rejects.toThrow('taken over by another process');
  });

  it('keeps its lease with every step', async () => {
    const job = new NotedJob('steps');
    await scheduleNow('steps');
    const lease = leaseOf('steps');
    await lease.claim();
    for (let step = 0; step < 3; step += 1) {
      advance(20_000);
      await lease.inTenant(() => Promise.resolve());
      await worker().runOnce();
    }
    expect(job.organizations).toEqual([]);
  });

  it('that failed runs again ten seconds later, and does not hold up another one', async () => {
    const failing = new NotedJob('failing', () => Promise.reject(new Error('fails')));
    const other = new NotedJob('other');
    await scheduleNow('failing');
    await scheduleNow('other');
    await worker().runOnce();
    expect([failing.organizations.length, other.organizations.length]).toEqual([1, 1]);
    advance(11_000);
    await worker().runOnce();
    expect(failing.organizations).toHaveLength(2);
  });

  it('of every organization runs for new ones, too, without being scheduled', async () => {
    const job = new NotedJob('everywhere', undefined, true);
    await worker().runOnce();
    expect(job.organizations).toContain(school.id);
  });

  it('records any number of audit entries and events by the same statements, and events for subscriptions', async () => {
    await school.subscription();
    await scheduleNow('recording');
    const occurredAt = app.now();
    const acts = [school.id, school.id].map((targetId) => ({
      ...{ audited: ACTED, targetId, changes: {}, occurredAt },
      event: { declaration: acted, data: { id: targetId } },
    }));
    await database().inTenant(school.id, (tenant) => recordJobActs(tenant, 'recording', acts));
    const { rows } = await app.rows.query<{ entries: number; events: number; waiting: number }>(
      `select (select count(*)::int from audit_entries where organization_id = $1 and action = 'act.done' and actor_id is null) as entries,
         (select count(*)::int from events where organization_id = $1 and name = 'act.done') as events,
         (select count(*)::int from event_outbox o join events e on e.id = o.id where o.organization_id = $1 and e.name = 'act.done') as waiting`,
      [school.id],
    );
    expect(rows).toEqual([{ entries: 2, events: 2, waiting: 2 }]);
  });
});
