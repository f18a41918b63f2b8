import { describe, expect, it } from '@jest/globals';
import { RemindersJob } from '#contexts/reminders/due/reminders-job.js';
import { Clock } from '#kernel/clock';
import { JobLease, JobWorker } from '#kernel/jobs';
import { Database } from '#kernel/work';
import { useSchool } from '../support/use-school.js';
import { HOUR, reminding } from './reminding.js';

const { app, school } = useSchool({ isOwn: true });
const { advance, at, events, fired, look, rule } = reminding(app, school);

describe('two workers', () => {
  const leaseOf = (name: string): JobLease =>
    new JobLease(
      school.id,
      name,
      app.nest.get(Database, { strict: false }),
      app.nest.get(Clock, { strict: false }),
      () => false,
    );

  it('fire once', async () => {
    const id = await rule('member_task.due');
    const task = await school.task({ due_at: at(HOUR) });
    advance(HOUR);
    await Promise.all(app.instances.map((instance) => instance.get(JobWorker, { strict: false }).runOnce()));
    await Promise.all([look(), look()]);
    expect(await events(id)).toHaveLength(1);
    expect(await fired(id)).toEqual([task]);
  });

  it('of which one was killed after any step: the other one goes on after it', async () => {
    const job = app.nest.get(RemindersJob, { strict: false });
    const ids = [await rule('member_task.due'), await rule('coaching_session.start')];
    const enrollment = await school.enrollment();
    await school.rows(
      `insert into member_tasks (organization_id, id, enrollment_id, title, status, due_at, created_by, created_at, updated_at)
       select $1, gen_random_uuid(), $2, 'Task', 'published', $3, $4, $5, $5 from generate_series(1, 1600)`,
      enrollment,
      at(HOUR),
      school.owner.accountId,
      app.now(),
    );
    const session = await school.coachingSession(enrollment, { scheduled_at: at(HOUR) });
    await look();
    advance(HOUR);
    const counts: number[] = [];
    // Within the first step, whose transaction is rolled back; then after one step each.
    for (const during of [true, false, false, false]) {
      const killed = leaseOf('reminders');
      await killed.claim();
      const inTenant = killed.inTenant.bind(killed);
      let steps = 0;
      killed.inTenant = ((work: Parameters<JobLease['inTenant']>[0]) => {
        steps += 1;
        if (steps > 1) throw new Error('killed');
        return inTenant(async (tenant) => {
          const result = await work(tenant);
          if (during) throw new Error('killed');
          return result;
        });
      }) as JobLease['inTenant'];
      await expect(job.run(killed)).rejects.toThrow('killed');
      counts.push((await events(ids[0])).length);
      await expect(leaseOf('reminders').claim()).resolves.toBe(false);
      advance(31_000);
    }
    expect(counts).toEqual([0, 500, 1_000, 1_500]);
    await look();
    const tasks = (await events(ids[0])).map((data) => data.resourceId);
    expect([tasks.length, new Set(tasks).size]).toEqual([1_600, 1_600]);
    expect(await fired(ids[1])).toEqual([session]);
  });
});
