import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { anyMember } from '#kernel/access';
import { OperationRegistry, pathParameters } from '#kernel/operations';
import { Client } from '../support/client.js';
import { School, type Person } from '../support/school.js';
import { useSchool } from '../support/use-school.js';
import { declaredToLetIn, personOf, PERSONAS, placesIn, refusalOf, takesApiKeys, type Persona } from './personas.js';
import { mintedReads, readPath, readSamples } from './read-samples.js';

/** Their data names the time of the request, or when a key was last used. */
/** Of others only OWNER and ADMIN read them. */
const OF_OWN = ['get_calendar_connection'];
const CHANGE_WITH_TIME = new Set([
  'get_my_upload', // the addresses of its parts
  'read_cohort_cockpit',
  'list_cockpit_members',
  'list_cohort_overviews',
  'list_coach_loads',
  'read_cohort_analytics',
  'read_sales_analytics',
  'read_enrollment_briefing',
  'read_progress',
  'read_sales_availability',
  'preview_program_restoration',
  'preview_transfer',
  'list_api_keys',
  'preview_handover',
  'read_storage_usage',
  'read_form_results',
]);

const { app, school } = useSchool();

it('has a sample for every read that the service registers', () => {
  const reads = app.nest
    .get(OperationRegistry)
    .operations.filter((operation) => operation.kind === 'read' && !mintedReads.includes(operation))
    .map((operation) => operation.name);
  expect(readSamples.map((one) => one.operation.name).sort()).toEqual(reads.sort());
});

/** More would read ever more rows. */
const OPERATIONS_OF_A_SCHOOL = 12;
let lived: { school: School; people: [Persona, Person][] } | undefined;
let operations = 0;

/** A school of several operations, and who is in it, with places of their own. */
async function inhabited() {
  if (lived && operations++ % OPERATIONS_OF_A_SCHOOL > 0) return lived;
  const made = await School.open(app);
  const places = await placesIn(made);
  const people: [Persona, Person][] = [];
  for (const persona of PERSONAS) people.push([persona, await personOf(made, persona, places)]);
  return (lived = { school: made, people });
}

const withoutCorrelation = ({ body }: Response): unknown => ({ ...(body as object), correlationId: '' });

describe.each(readSamples.map((one) => [one.operation.name, one] as const))('%s', (_, sample) => {
  const { operation, arrange } = sample;
  const get = (client: Client, params: string[], query = '', headers: Record<string, string | string[]> = {}) =>
    client.get(readPath(sample, params, query), { headers });

  it('answers 200 with its data, without `replayed`, under the correlation id, and writes nothing', async () => {
    const params = await arrange(school);
    const digest = await school.digest();
    const response = await get(school.owner.client, params, '', { 'X-Correlation-Id': 'read' });
    expect([response.status, Object.keys(response.body as object).sort()]).toEqual([
      200,
      ['correlationId', 'data', 'success'],
    ]);
    expect([response.body.correlationId, response.headers['x-correlation-id']]).toEqual(['read', 'read']);
    expect(await school.digest()).toBe(digest);
  });

  it('ignores the Idempotency-Key, usable or not', async () => {
    const params = await arrange(school);
    const digest = await school.digest();
    for (const key of ['one', '   ', 'x'.repeat(300), ['one', 'two']]) {
      const response = await get(school.owner.client, params, '', { 'Idempotency-Key': key });
      expect([key, response.status, response.body.replayed]).toEqual([key, 200, undefined]);
      expect(response.headers['idempotent-replayed']).toBeUndefined();
    }
    expect(await school.digest()).toBe(digest);
  });

  it('asks for the API key before anything else', async () => {
    const places = pathParameters(operation).map(() => 'x');
    const nobody = await get(new Client(app, null), places, 'limit=x&cursor=x');
    expect([nobody.status, nobody.body.code, nobody.body.details]).toEqual([401, 'unauthorized', []]);
    const stranger = await get(new Client(app, 'dsk_stranger'), await arrange(school));
    expect(withoutCorrelation(stranger)).toEqual(withoutCorrelation(nobody));
  });

  it('lets in by role whom its declaration names, and nobody else', async () => {
    const { school, people } = await inhabited();
    const params = await arrange(school);
    for (const [persona, { client }] of people) {
      const response = await get(client, params);
      if (!declaredToLetIn(operation, persona) || !takesApiKeys(operation)) {
        expect([persona.name, response.status]).toEqual([persona.name, refusalOf(operation)]);
        // Nothing is looked up for them: not the filters, not the ids.
        const unknown = params.map(() => 'not-a-uuid');
        const early = await get(client, unknown, 'limit=x');
        expect(withoutCorrelation(early)).toEqual(withoutCorrelation(response));
      } else if (sample.ofCaller) {
        expect([persona.name, response.status]).toEqual([persona.name, 404]);
      } else if (
        persona.organizationRole !== 'MEMBER' ||
        (persona.name === 'director of the organization' && !OF_OWN.includes(operation.name))
      ) {
        expect([persona.name, response.status]).toEqual([persona.name, 200]);
      } else {
        // Within its assignments; where the rule is "any member", the policy turns away who has no business here.
        const mayBeForbidden = operation.access === anyMember || operation.name === 'read_form_results';
        const mustName = sample.closersName !== undefined && persona.role === 'closer';
        const usual = mustName ? [400] : [200];
        const within = mayBeForbidden ? [200, 403, 404] : params.length > 0 ? [200, 404] : usual;
        expect([persona.name, within]).toEqual([persona.name, expect.arrayContaining([response.status])]);
      }
    }
  });

  it('ignores query parameters that it does not know', async () => {
    const params = await arrange(school);
    const plain = await get(school.owner.client, params);
    const other = await School.open(app);
    for (const query of [
      `organizationId=${other.id}&nonsense=1&nonsense=2`,
      '__proto__[limit]=0&constructor=x&x%00=%00',
      `where[organizationId]=${other.id}&select=secret_hash&order=id`,
    ]) {
      const response = await get(school.owner.client, params, query);
      expect([query, response.status]).toEqual([query, 200]);
      if (!CHANGE_WITH_TIME.has(operation.name)) expect(response.body.data).toEqual(plain.body.data);
    }
  });

  if (pathParameters(operation).length > 0) {
    it("shows another organization's resource as one that does not exist", async () => {
      const params = await arrange(school);
      const other = await School.open(app);
      const headers = { 'X-Correlation-Id': 'same' };
      const foreign = await get(other.owner.client, params, '', headers);
      expect([foreign.status, foreign.body.code, foreign.body.details]).toEqual([404, 'not_found', []]);
      for (const id of [randomUUID(), 'not-a-uuid', `${params[0]}0`, '%00', '%F0%9F%A6%8A', '{}', '1']) {
        const unknown = await get(other.owner.client, [id, ...params.slice(1)], '', headers);
        expect([id, unknown.status, unknown.text]).toEqual([id, 404, foreign.text]);
      }
    });

    it('takes path ids in any case', async () => {
      const params = await arrange(school);
      const response = await get(
        school.owner.client,
        params.map((id) => id.toUpperCase()),
      );
      expect(response.status).toBe(200);
    });
  }
});
