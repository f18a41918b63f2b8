import { randomUUID } from 'node:crypto';
import { expect, inDays, itemsOf, type Actor, type Guide, type Resource } from './guide.js';

/** The later parts of the day build on it. */
export interface Place {
  guide: Guide;
  owner: Actor;
  coach: Actor;
  coachId: string;
  coachAccountId: string;
  program: Resource;
  harbour: Resource;
  meadow: Resource;
  /** In the Harbour cohort, by first name. */
  enrollmentIds: Record<string, string>;
}

export interface Colleague {
  id: string;
  accountId: string;
  key: string;
}

/** A program with two cohorts, their people, and a coach. */
export async function open(guide: Guide, owner: Actor): Promise<Place> {
  const program = await owner.create('A draft program is created', '/programs', { name: 'Leadership Essentials' });
  await owner.command('It is published', `/programs/${program.id}/publish`);
  const harbour = await openCohort(owner, program, 'Harbour cohort', 12);
  const meadow = await openCohort(owner, program, 'Meadow cohort', 2);
  const enrollmentIds = await importPeople(owner, harbour);
  await enrollByHand(owner, meadow);
  const { id: coachId, accountId, key } = await hire(owner, 'Carl Coach');
  const coach = guide.as(key);
  await coach.step('The coach does not reach the cohort yet', `/cohorts/${harbour.id}/cockpit`, null, 404);
  const { Lea, Luc, Lin, Lou } = enrollmentIds;
  await owner.command(
    'The coach becomes responsible for four at once',
    `/cohorts/${harbour.id}/bulk-responsibilities`,
    {
      memberId: coachId,
      items: [Lea, Luc, Lin, Lou].map((enrollmentId) => ({ enrollmentId })),
    },
  );
  return { guide, owner, coach, coachId, coachAccountId: accountId, program, harbour, meadow, enrollmentIds };
}

/** Somebody of the staff, with a key. */
export async function hire(owner: Actor, name: string): Promise<Colleague> {
  const { id, accountId } = await addMember(owner, name);
  const { key } = await owner.create(`${name} gets an API key`, '/api-keys', { memberId: id, name: 'Work' });
  return { id, accountId: String(accountId), key: String(key) };
}

async function openCohort(owner: Actor, program: Resource, name: string, capacity: number): Promise<Resource> {
  const cohort = await owner.create(`The ${name} is created`, `/programs/${program.id}/cohorts`, {
    name,
    timezone: 'Europe/Paris',
    startDate: inDays(-8).slice(0, 10),
    capacity,
    phases: [{ name: 'Foundations', position: 1 }],
  });
  for (const status of ['open', 'active']) {
    await owner.command(`It becomes ${status}`, `/cohorts/${cohort.id}/status`, { status });
  }
  return cohort;
}

/** A list of people with a mistake in it is validated first, then committed without the mistake. */
async function importPeople(owner: Actor, cohort: Resource): Promise<Record<string, string>> {
  const names = ['Lea Lantern', 'Luc Lantern', 'Lin Lantern', 'Lou Lantern', 'Ada Anchor', 'Ben Anchor'];
  const lines = names.map((name) => `${name},${addressOf(name)}`);
  const csv = ['name,email', ...lines, 'Dan Anchor,no address'].join('\n');
  const list = { label: 'Registrations', csv, cohortId: cohort.id };
  const created = await owner.create('A list of seven people is validated', '/people-imports', list);
  const path = `/people-imports/${created.id}`;
  const refused = await owner.get('One of its rows is refused', `${path}/rows?outcome=refused`);
  expect(itemsOf(refused).length === 1, 'the row without an address is not refused');
  await owner.command('The others are added and enrolled', `${path}/commit`, { onRefusal: 'skip' });
  const rows = itemsOf(await owner.get('Who they are', `${path}/rows?outcome=create`));
  expect(rows.length === names.length, `${rows.length} people were added`);
  return Object.fromEntries(rows.map(({ name, enrollmentId }) => [String(name).split(' ')[0], String(enrollmentId)]));
}

async function enrollByHand(owner: Actor, cohort: Resource): Promise<void> {
  const found = await owner.get('Whose name begins with “mee”? Nobody’s', '/members?q=mee');
  expect(itemsOf(found).length === 0, 'somebody is found');
  const people = [];
  for (const name of ['Max Meer', 'Mia Meer', 'Mo Meer']) people.push(await addMember(owner, name));
  const path = `/cohorts/${cohort.id}/bulk-enrollments`;
  const items = people.map(({ id: memberId }) => ({ memberId }));
  const all = { status: 'active', items };
  await owner.step('Three for two seats are refused', path, all, 409);
  const some = await owner.command('Those who fit are enrolled', path, { ...all, onRefusal: 'skip' });
  expect(some.done === 2 && some.skipped === 1, 'another number was enrolled');
  const again = await owner.get('The same name again', '/members?q=mee');
  expect(itemsOf(again).length === 3, 'the three are not found');
}

function addMember(owner: Actor, name: string): Promise<Resource> {
  return owner.create(`${name} becomes a member`, '/members', { name, email: addressOf(name), role: 'MEMBER' });
}

function addressOf(name: string): string {
  return `${name.toLowerCase().replace(' ', '.')}.${randomUUID().slice(0, 8)}@school.example`;
}
