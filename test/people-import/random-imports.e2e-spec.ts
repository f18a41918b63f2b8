import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import type { PeopleImportRow } from '#contexts/people-import/person-row.dto.js';
import { Dice } from '../support/dice.js';
import { useSchool } from '../support/use-school.js';
import { committed, created, planOf, rowsOf, type Row } from './import-answers.js';

const RUNS = 25;

const { school } = useSchool();

interface State {
  members: {
    id: string;
    account_id: string;
    email: string;
    name: string;
    external_id: string | null;
    status: string;
    role: string;
  }[];
  enrollments: { id: string; cohort_id: string; member_id: string; status: string }[];
  coaches: { member_id: string; enrollment_id: string | null; cohort_id: string | null }[];
}

async function stateOf(): Promise<State> {
  const { rows: members } = await school.rows<State['members'][number]>(
    `select m.*, a.email from members m join accounts a on a.id = m.account_id where organization_id = $1 order by m.id`,
  );
  const { rows: enrollments } = await school.rows<State['enrollments'][number]>(
    'select id, cohort_id, member_id, status from enrollments where organization_id = $1 order by id',
  );
  const { rows: coaches } = await school.rows<State['coaches'][number]>(
    `select member_id, enrollment_id, cohort_id from responsibilities
     where organization_id = $1 and role = 'coach' and ended_at is null order by id`,
  );
  return { members, enrollments, coaches };
}

/** An organization with active and detached members, cohorts with few seats, and enrollments. */
async function arrange(dice: Dice) {
  const emails = Array.from({ length: 12 }, () => `${randomUUID()}@example.com`);
  const externalIds = ['S-1', 'S-2', 'S-3', 'S-4', 'S-5'];
  const cohorts = [
    await school.cohort({ capacity: 1 + dice.below(4) }),
    await school.cohort(),
    await school.cohort({ status: 'archived' }),
  ];
  const free = [...externalIds];
  for (const email of emails.slice(0, 7)) {
    const externalId = dice.chance(0.5) ? free.pop() : undefined;
    const body = { email, name: 'Ada', role: dice.pick(['MEMBER', 'ADMIN']), externalId };
    const { data } = (await school.owner.client.post('/members', body)).body as { data: { id: string } };
    if (dice.chance(0.4)) await school.enrollment({ cohort_id: dice.pick(cohorts), member_id: data.id });
    if (dice.chance(0.3)) await school.owner.client.delete(`/members/${data.id}`);
  }
  const row = (): Row => ({
    email: dice.chance(0.05) ? 'nobody' : dice.pick(emails),
    name: dice.pick(['Ada', 'Grace']),
    ...(dice.chance(0.4) ? { externalId: dice.pick(externalIds) } : {}),
    ...(dice.chance(0.6) ? { cohortId: dice.pick([...cohorts, randomUUID()]) } : {}),
    ...(dice.chance(0.3) ? { coachEmail: dice.pick(emails) } : {}),
    ...(dice.chance(0.3) ? { enrollmentStatus: dice.pick(['pending', 'active']) } : {}),
  });
  const rows = Array.from({ length: 1 + dice.below(20) }, row);
  const options = {
    matchBy: dice.pick(['email', 'externalId']),
    reattach: dice.chance(0.5),
    ...(dice.chance(0.3) ? { cohortId: dice.pick(cohorts) } : {}),
  };
  return { rows, options, cohorts };
}

const added = <One extends { id: string }>(before: readonly One[], after: readonly One[]): One[] =>
  after.filter(({ id }) => !before.some((one) => one.id === id));

const isRefused = (row: PeopleImportRow): boolean => planOf(row).includes('refuse');

it.each(Array.from({ length: RUNS }, (_, seed) => seed + 1))(
  'what was planned is what a commit does when nothing changes in between, and nothing else changes (seed %i)',
  async (seed) => {
    const { rows, options, cohorts } = await arrange(new Dice(seed));
    const { id, counts } = await created(school, rows, options);
    const planned = await rowsOf(school, id);
    const before = await stateOf();
    expect((await committed(school, id)).counts).toEqual(counts);
    const done = await rowsOf(school, id);
    const after = await stateOf();

    expect(done.map((row) => [planOf(row), row.issues, row.warnings])).toEqual(
      planned.map((row) => [planOf(row), row.issues, row.warnings]),
    );
    const accepted = done.filter((row) => !isRefused(row));
    expect(done.filter(isRefused)).toHaveLength(counts.refused);

    const members = added(before.members, after.members);
    expect(members.map((one) => one.id).sort()).toEqual(
      accepted.flatMap(({ plan, memberId }) => (plan.member === 'create' ? memberId : [])).sort(),
    );
    for (const member of members) {
      const row = accepted.find(({ memberId }) => memberId === member.id);
      expect(member).toMatchObject({
        ...(row?.warnings.includes('email_differs') ? {} : { email: row?.email }),
        name: row?.name,
        external_id: row?.externalId,
        role: 'MEMBER',
        status: 'active',
      });
    }
    // Nobody who has been a member gets a second account.
    for (const { external_id, account_id } of members) {
      const had = before.members.filter((one) => external_id !== null && one.external_id === external_id);
      if (had.length > 0) expect(had.map((one) => one.account_id)).toContain(account_id);
    }
    const enrollments = added(before.enrollments, after.enrollments);
    expect(enrollments.map((one) => [one.id, one.member_id]).sort()).toEqual(
      accepted.flatMap((row) => (row.plan.enrollment === 'create' ? [[row.enrollmentId, row.memberId]] : [])).sort(),
    );
    expect(after.coaches).toHaveLength(before.coaches.length + counts.coach);

    // Whatever was there is there as before.
    expect(after.members.filter((one) => before.members.some(({ id: known }) => known === one.id))).toEqual(
      before.members,
    );
    expect(after.enrollments.slice(0, before.enrollments.length)).toEqual(before.enrollments);
    const { rows: full } = await school.rows(
      `select c.id from cohorts c join enrollments e on e.organization_id = c.organization_id and e.cohort_id = c.id
       where c.organization_id = $1 and c.capacity is not null and e.status in ('pending', 'active', 'paused', 'completed')
         and e.id = any($2::uuid[])
       group by c.id, c.capacity having count(*) > c.capacity`,
      enrollments.map((one) => one.id),
    );
    expect([full, cohorts.length]).toEqual([[], 3]);
  },
);
