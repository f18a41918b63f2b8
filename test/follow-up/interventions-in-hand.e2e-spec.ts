import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Client } from '../support/client.js';
import { type Person } from '../support/school.js';
import { countStatements } from '../support/statement-count.js';
import { useSchool } from '../support/use-school.js';

const HOUR = 3_600_000;

describe('the interventions in hand', () => {
  const { app, school } = useSchool();
  let cohortId: string;
  let enrollmentId: string;
  let coach: Person;

  beforeEach(async () => {
    cohortId = await school.cohort();
    enrollmentId = await school.enrollment({ cohort_id: cohortId });
    coach = await school.person('MEMBER', { role: 'coach', enrollmentId });
  });

  const inHours = (hours: number): Date => new Date(app.now().getTime() + hours * HOUR);
  const planned = (hours: number, row: Record<string, unknown> = {}, on = enrollmentId) =>
    school.intervention(on, { owner_account_id: coach.accountId, due_at: inHours(hours), ...row });

  async function list(query = '', client: Client = school.owner.client) {
    const response = await client.get(`/interventions?${query}`);
    expect(response.status).toBe(200);
    const items = response.body.data.items as { id: string; ownerMayAct: boolean }[];
    return { ids: items.map(({ id }) => id), items, next: response.body.data.nextCursor as string | null };
  }

  it('are the planned ones of all owners, the longest overdue first, with whom they are about', async () => {
    const learner = await school.person();
    const elsewhere = await school.enrollment({ member_id: learner.memberId });
    const ahead = await planned(5);
    const late = await planned(-5);
    const owners = await planned(-1, { owner_account_id: school.owner.accountId }, elsewhere);
    await planned(-2, { status: 'completed' });
    const { ids, items } = await list();
    expect(ids).toEqual([late, owners, ahead]);
    const read = (await school.owner.client.get(`/interventions/${owners}`)).body.data;
    const { cohortId: cohort } = (await school.owner.client.get(`/enrollments/${elsewhere}`)).body.data;
    const about = { cohortId: cohort, memberId: learner.memberId, memberName: learner.name };
    expect(items[1]).toEqual({ ...read, ...about, overdue: true, ownerMayAct: true });
    expect(items[2]).toMatchObject({ overdue: false, ownerMayAct: true, cohortId });
  });

  it('are narrowed by owner, cohort, reason and whether they are overdue', async () => {
    const elsewhere = await school.enrollment();
    const first = await planned(-3, { reason: 'late' });
    const second = await planned(-2, { owner_account_id: school.owner.accountId });
    const third = await planned(-1, { owner_account_id: school.owner.accountId }, elsewhere);
    const fourth = await planned(1);
    expect((await list(`ownerUserId=${coach.accountId}`)).ids).toEqual([first, fourth]);
    expect((await list(`cohortId=${cohortId}`)).ids).toEqual([first, second, fourth]);
    expect((await list('reason=late')).ids).toEqual([first]);
    expect((await list('overdue=true')).ids).toEqual([first, second, third]);
    expect((await list('overdue=false')).ids).toEqual([first, second, third, fourth]);
    expect((await list(`cohortId=${third}&ownerUserId=${third}`)).ids).toEqual([]);
  });

  it('are orphaned exactly where their owner could not be given them now', async () => {
    const detached = await school.person('ADMIN');
    await school.rows(
      `update members set status = 'detached', detached_at = $2 where organization_id = $1 and id = $3`,
      app.now(),
      detached.memberId,
    );
    const owners: Person[] = [
      school.owner,
      await school.person('ADMIN'),
      await school.person('MEMBER', { role: 'program_director' }),
      coach,
      await school.person('MEMBER', { role: 'coach', cohortId }),
      detached,
      await school.person(),
      await school.person('MEMBER', { role: 'reviewer' }),
      await school.person('MEMBER', { role: 'program_director', programId: await school.program() }),
      await school.person('MEMBER', { role: 'program_director', ended: true }),
      await school.person('MEMBER', { role: 'coach', enrollmentId, ended: true }),
      await school.person('MEMBER', { role: 'coach', cohortId: await school.cohort() }),
    ];
    const ids: string[] = [];
    for (const [hours, owner] of owners.entries())
      ids.push(await planned(hours, { owner_account_id: owner.accountId }));
    const orphaned: string[] = [];
    for (const [index, { accountId }] of owners.entries()) {
      const response = await school.owner.client.post(`/enrollments/${enrollmentId}/interventions`, {
        reason: 'late',
        title: 'Call',
        channel: 'call',
        ownerUserId: accountId,
        dueAt: inHours(100).toISOString(),
        expectedOutcome: 'A date',
      });
      if (response.status !== 201) orphaned.push(ids[index]);
    }
    expect(orphaned).toEqual(ids.slice(5));
    expect((await list('ownership=orphaned')).ids).toEqual(orphaned);
    const shown = new Map((await list()).items.map((item) => [item.id, item.ownerMayAct]));
    expect(ids.filter((id) => shown.get(id) === false)).toEqual(orphaned);
  });

  it('are found when their owner is detached, which nobody was told of', async () => {
    const id = await planned(-1);
    expect((await list('ownership=orphaned')).ids).toEqual([]);
    expect((await school.owner.client.delete(`/members/${coach.memberId}`)).status).toBe(200);
    expect((await list('ownership=orphaned')).ids).toEqual([id]);
  });

  it('are paged by deadline and id: nothing is left out or repeated where deadlines are equal', async () => {
    const equal = inHours(-3);
    const ids: string[] = [await planned(-9)];
    for (let n = 0; n < 5; n += 1) ids.push(await planned(0, { due_at: equal }));
    ids.push(await planned(1));
    const seen: string[] = [];
    let cursor = '';
    for (let page = 0; page < 10; page += 1) {
      const { ids: shown, next } = await list(`limit=2${cursor}`);
      seen.push(...shown);
      if (next === null) break;
      cursor = `&cursor=${next}`;
    }
    expect(seen).toEqual(ids);
  });

  it('take the same number of statements however many there are', async () => {
    await planned(-1);
    const one = await countStatements(() => list('limit=100'));
    for (let n = 0; n < 20; n += 1)
      await planned(-1, { owner_account_id: school.owner.accountId }, await school.enrollment());
    expect(await countStatements(() => list('limit=100'))).toBeLessThanOrEqual(one);
  });
});
