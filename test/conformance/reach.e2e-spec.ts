import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { anyMember, anyStaff, type BusinessRole } from '#kernel/access';
import { type AnyOperation, pathParameters } from '#kernel/operations';
import type { Client } from '../support/client.js';
import { School, type Assignment, type Person } from '../support/school.js';
import { useApp } from '../support/use-school.js';
import { declaredToLetIn, personOf, PERSONAS, placesIn, refusalOf, takesApiKeys, type Persona } from './personas.js';
import { isList, maximumLimit } from './read-parameters.js';
import { readPath, readSamples } from './read-samples.js';
import { pathOf, type Call } from './sample.js';
import { samples } from './samples.js';

/** Any staff reads these; what belongs to an enrollment is left out for whoever does not reach it. */
const WITHOUT_UNREACHED = [
  'list_groups',
  'get_group',
  'list_group_memberships',
  'get_live_session',
  'list_form_responses',
  'read_form_results',
];
/** What they show is about the caller. */
const OF_CALLER = /^\/(me|work-queue|calendar-feeds|calendar-connections)\b/;
/** A submission is for the expected reviewer role: test/tasks/reviews.e2e-spec.ts. */
const OF_REVIEWERS = ['list_pending_reviews', 'review_submission'];
/** Where some who are let in are told less, or refused, for another reason than their reach. */
const NARROWER = [
  'create_cohort_task program_director',
  'read_cohort_cockpit coach',
  // Their own notes only.
  'redact_note program_director',
  'redact_note coach',
  // Their own calendar only.
  'get_availability coach',
  'read_busy coach',
  'set_availability coach',
  'update_booking_type coach',
  'archive_booking_type coach',
];
/**
 * Any coach finds a live session; of its enrollments, only those within their reach: test/live-sessions/attendance. So it is with
 * booking types: test/bookings.
 */
const WITHIN_ITEMS = ['record_attendance', 'book_slot'];
/** All staff may read booking types: those of another host are 403. */
const OF_HOSTS = ['list_booking_types', 'update_booking_type', 'archive_booking_type'];
/** All staff see the media of the library, and delete their own. */
const OF_LIBRARY = ['get_media', 'delete_media'];
const seesLibrary = (name: string, { role, ended, enrolled }: Persona) =>
  OF_LIBRARY.includes(name) && role !== undefined && !ended && !enrolled;

/** Not all staff may read spaces. */
const OF_SPACES = ['update_space', 'decide_moderation_case'];

/** All staff may read forms: who may assign one to a cohort is told so. */
const OF_COHORT_COACHES = ['create_form_assignment', 'update_form_assignment', 'close_form_assignment'];

/** More would read, and give somebody the places of, ever more rows. */
const TESTS_OF_A_SCHOOL = 12;

const app = useApp();
/** One for several tests: each adds its resources, which nobody outside reaches. */
let school: School;
let tests = 0;
let outside: [Persona, Client][];
let inside: [Persona, Client][];
let coach: Person;
/** The ids of what was there before the tests. */
let known: Set<string>;
const headers = { 'X-Correlation-Id': 'same' };

beforeEach(async () => {
  if (tests++ % TESTS_OF_A_SCHOOL > 0) return;
  school = await School.open(app);
  const elsewhere = await placesIn(school);
  [outside, inside] = [[], []];
  for (const persona of PERSONAS) {
    const { client } = await personOf(school, persona, elsewhere);
    if (persona.enrolled || (persona.scope && persona.scope !== 'organization')) outside.push([persona, client]);
    if (['ADMIN', 'director of the organization'].includes(persona.name)) inside.push([persona, client]);
  }
  coach = await school.person('MEMBER', { role: 'coach', cohortId: elsewhere.cohortId });
  inside.push([PERSONAS.find(({ name }) => name === 'coach of a cohort') as Persona, coach.client]);
  known = new Set(await school.ids());
});

/** Gives the coach every cohort that a test has built, each with somebody in it. */
async function reachEverything(): Promise<void> {
  const { rows } = await school.rows<{ id: string; enrolled: number }>(
    `select c.id, count(e.id)::integer as enrolled from cohorts c
     left join enrollments e on e.organization_id = c.organization_id and e.cohort_id = c.id
     where c.organization_id = $1 group by c.id`,
  );
  for (const { id, enrolled } of rows.filter((row) => !known.has(row.id))) {
    if (enrolled === 0) await school.enrollment({ cohort_id: id });
    await school.assign(coach.memberId, { role: 'coach', cohortId: id });
    known.add(id);
  }
}

/** Whoever ended as staff has neither a role nor an enrollment, and a closer's role opens nothing that is taught. */
const isRefusedByRole = (operation: AnyOperation, persona: Persona) =>
  !declaredToLetIn(operation, persona) ||
  !takesApiKeys(operation) ||
  (operation.access === anyMember && (persona.ended || persona.role === 'closer'));

const fieldsOf = (body: unknown) => (body as { details?: { field: string }[] }).details?.map(({ field }) => field);

/** The director may read the content that only the director of its program may change. */
const isOfAnotherProgram = ({ access }: AnyOperation, persona: Persona) =>
  persona.scope === 'program' &&
  persona.role !== 'closer' &&
  access.businessRoles.some(({ role, scopes }) => role === persona.role && scopes.includes('program'));

describe.each(readSamples.map((one) => [one.operation.name, one] as const))('%s', (name, sample) => {
  const { operation } = sample;
  const limit = () => (isList(operation) ? `limit=${maximumLimit(app.contract.document, operation)}` : '');
  const get = (client: Client, ids: string[]) => client.get(readPath(sample, ids, limit()), { headers });
  const hasPath = pathParameters(operation).length > 0;

  it('shows whoever is outside of its reach what it shows of something that does not exist, or nothing', async () => {
    const before = new Set(await school.ids());
    const params = await sample.arrange(school);
    const owner = await get(school.owner.client, params);
    const unknown = await get(
      school.owner.client,
      params.map((id) => (id.includes('T') ? id : randomUUID())),
    );
    const built = (await school.ids()).filter((id) => !before.has(id));
    const { rows } = await school.rows<{ id: string }>('select id from enrollments where organization_id = $1');
    const enrollments = rows.map(({ id }) => id).filter((id) => built.includes(id));
    for (const [persona, client] of outside) {
      const { status, text, body } = await get(client, params);
      const shown = (ids: string[]) => ids.filter((id) => text.includes(id));
      if (isRefusedByRole(operation, persona)) {
        expect([persona.name, status]).toEqual([persona.name, refusalOf(operation)]);
      } else if (name === 'read_form_results' && isOfAnotherProgram(operation, persona)) {
        expect([persona.name, status]).toEqual([persona.name, 403]);
      } else if (sample.closersName !== undefined && persona.role === 'closer') {
        expect([persona.name, status, fieldsOf(body)]).toEqual([persona.name, 400, [sample.closersName]]);
      } else if (WITHOUT_UNREACHED.includes(name)) {
        expect([persona.name, status, shown(enrollments)]).toEqual([persona.name, 200, []]);
      } else if (
        operation.access === anyStaff ||
        seesLibrary(name, persona) ||
        (OF_HOSTS.includes(name) && !persona.enrolled && !persona.ended && persona.role !== 'closer')
      ) {
        expect([persona.name, body.data]).toEqual([persona.name, owner.body.data]);
      } else if (hasPath || unknown.status === 404) {
        expect([persona.name, status, text]).toEqual([persona.name, 404, unknown.text]);
      } else {
        expect([persona.name, status, shown(built)]).toEqual([persona.name, 200, []]);
      }
    }
  });

  if (!OF_CALLER.test(operation.path)) {
    it('shows an ADMIN, a director of the organization and a coach of all of it what it shows the OWNER', async () => {
      const params = await sample.arrange(school);
      await reachEverything();
      const owner = await get(school.owner.client, params);
      for (const [persona, client] of inside) {
        if (!declaredToLetIn(operation, persona)) continue;
        if (NARROWER.includes(`${name} ${persona.role}`)) continue;
        if (OF_REVIEWERS.includes(name) && persona.role === 'program_director') continue;
        expect([persona.name, lasting(await get(client, params))]).toEqual([persona.name, lasting(owner)]);
      }
    });
  }
});

/** The data without the instant of the request, and without what is measured for a whole cohort only. */
function lasting({ body }: Response): unknown {
  const passing = ['asOf', 'scope', 'capacity', 'lastUsedAt'];
  const without = (key: string, value: unknown) => (passing.includes(key) ? undefined : value);
  return JSON.parse(JSON.stringify((body as { data: unknown }).data, without));
}

const WRITES = samples.filter(({ operation }) => /Id$/.test(pathParameters(operation)[0] ?? ''));

describe.each(WRITES.map((one) => [one.operation.name, one] as const))('%s', (name, { operation, arrange }) => {
  const send = (client: Client, { params, body }: Call) =>
    client.send(operation.method, pathOf(operation, params), { body, headers });

  it('is to the letter of something that does not exist for whoever is outside of its reach, and writes nothing', async () => {
    const call = await arrange(school);
    const digest = await school.digest();
    const unknown = await send(school.owner.client, { ...call, params: call.params?.map(() => randomUUID()) });
    for (const [persona, client] of outside) {
      const { status, text } = await send(client, call);
      const refused = [persona.name, status];
      if (isRefusedByRole(operation, persona)) expect(refused).toEqual([persona.name, refusalOf(operation)]);
      else if (isOfAnotherProgram(operation, persona) && !OF_SPACES.includes(name))
        expect(refused).toEqual([persona.name, 403]);
      else if ([...OF_HOSTS, ...OF_COHORT_COACHES].includes(name) || seesLibrary(name, persona))
        expect(refused).toEqual([persona.name, 403]);
      else if (WITHIN_ITEMS.includes(name)) expect(refused).toEqual([persona.name, 400]);
      else expect([...refused, text]).toEqual([persona.name, 404, unknown.text]);
    }
    expect(await school.digest()).toBe(digest);
  });

  it('is done by whom it lets in, within their assignments', async () => {
    for (const { role, scopes } of operation.access.businessRoles) {
      // Their own prospects only: test/selling/prospects.e2e-spec.ts.
      if (role === 'closer') continue;
      if (NARROWER.includes(`${name} ${role}`) || (OF_REVIEWERS.includes(name) && role !== 'coach')) continue;
      const call = await arrange(school);
      const { client } = await school.person('MEMBER', ...(await everyPlace(role, scopes)));
      expect([role, (await send(client, call)).status]).toEqual([role, operation.status]);
    }
  });
});

/** An assignment to each place of the narrowest scope that is enough. */
async function everyPlace(role: BusinessRole, scopes: readonly string[]): Promise<Assignment[]> {
  const idsOf = async (table: string) => {
    const { rows } = await school.rows<{ id: string }>(`select id from ${table} where organization_id = $1`);
    return rows.map(({ id }) => id);
  };
  if (scopes.includes('enrollment')) {
    return (await idsOf('enrollments')).map((enrollmentId) => ({ role, enrollmentId }));
  }
  if (scopes.includes('program')) return (await idsOf('programs')).map((programId) => ({ role, programId }));
  if (scopes.includes('cohort')) return (await idsOf('cohorts')).map((cohortId) => ({ role, cohortId }));
  return [{ role }];
}
