import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Response } from 'supertest';
import { type AnyOperation, OperationRegistry, pathParameters } from '#kernel/operations';
import { withParts } from '../support/api-parts.js';
import type { Client } from '../support/client.js';
import { School, type Person } from '../support/school.js';
import { useApp } from '../support/use-school.js';
import {
  declaredToLetIn,
  documentedToLetIn,
  personOf,
  PERSONAS,
  placesIn,
  refusalOf,
  type Persona,
  type Places,
} from './personas.js';
import { mintedReads, readSamples } from './read-samples.js';
import { pathOf, type Call } from './sample.js';
import { samples } from './samples.js';

const app = useApp();
let school: School;
let places: Places;
const people = new Map<string, Person>();
const signedIn = new Map<string, Client>();

beforeAll(async () => {
  school = await School.open(app);
  places = await placesIn(school);
  // Of which there is one: no id says that it is unknown.
  await school.identityProvider();
  for (const persona of PERSONAS) {
    const person = await personOf(school, persona, places);
    people.set(persona.name, person);
    signedIn.set(persona.name, (await school.signIn(person.memberId)).client);
  }
});

/** Who calls with an API key, or in a sign-in. */
const clientOf = (persona: Persona, credential: 'api_key' | 'sign_in' = 'api_key') => {
  const client = credential === 'sign_in' ? signedIn.get(persona.name) : people.get(persona.name)?.client;
  if (!client) throw new Error(`nobody is the ${persona.name}`);
  return client;
};
const takes = ({ credentials }: AnyOperation, credential: 'api_key' | 'sign_in') =>
  credentials === undefined || credentials.includes(credential);

/** An enrollment lets in, too. */
const OF_LEARNERS = ['create_my_media', 'create_my_upload'];
const OPERATIONS: AnyOperation[] = [...[...samples, ...readSamples].map((one) => one.operation), ...mintedReads];

describe('by role alone', () => {
  it('every operation of the service is in the matrix', () => {
    const registered = app.nest.get(OperationRegistry).operations.map((operation) => operation.name);
    expect(OPERATIONS.map((operation) => operation.name).sort()).toEqual(registered.sort());
  });

  it('the committed document names whom each operation lets in', () => {
    const root = new URL('../../../', import.meta.url).pathname;
    const committed = withParts(JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8')) as OpenAPIObject);
    for (const operation of OPERATIONS.filter(({ access }) => access.refusal === 'forbidden')) {
      const { name, method, path } = operation;
      const documented = committed.paths[`/api/v1${path.replace(/:(\w+)/g, '{$1}')}`][method.toLowerCase() as 'get'];
      const { description = '' } = (documented?.responses['403'] ?? {}) as { description?: string };
      if (OF_LEARNERS.includes(name)) continue;
      const named = PERSONAS.filter((persona) => documentedToLetIn(description, persona));
      expect([name, description, named]).toEqual([
        name,
        description,
        PERSONAS.filter((persona) => declaredToLetIn(operation, persona)),
      ]);
    }
  });

  it.each(OPERATIONS.map((operation, index) => [operation.name, operation, index] as const))(
    '%s lets in whom it declares, by an API key as in a sign-in',
    async (_, operation, index) => {
      const digest = await school.digest();
      const declared = PERSONAS.filter((persona) => declaredToLetIn(operation, persona));
      const others = PERSONAS.filter((persona) => !declared.includes(persona));
      // A sign-in resolves to the same role: one persona of each side, another one with each operation.
      const inTurn = [declared, others].flatMap((side) => side.slice(index % side.length).slice(0, 1));
      for (const [credential, asked] of [
        ['api_key', PERSONAS],
        ['sign_in', inTurn],
      ] as const) {
        const letIn: string[] = [];
        for (const persona of asked) if (await isLetIn(operation, persona, credential)) letIn.push(persona.name);
        const expected = asked.filter((persona) => takes(operation, credential) && declared.includes(persona));
        expect([credential, letIn]).toEqual([credential, expected.map(({ name }) => name)]);
      }
      expect(await school.digest()).toBe(digest);
    },
  );

  it('what takes one kind of key alone is this', () => {
    const names = (credential: 'api_key' | 'sign_in') =>
      OPERATIONS.filter((operation) => !takes(operation, credential)).map(({ name }) => name);
    expect(names('sign_in')).toEqual(['create_session_key']);
    expect(names('api_key').every((name) => name.includes('my_passkey'))).toBe(true);
  });

  /** Sends what comes no further than the check after the role's, and tells which of the two answered. */
  async function isLetIn(
    operation: AnyOperation,
    persona: Persona,
    credential: 'api_key' | 'sign_in',
  ): Promise<boolean> {
    const client = clientOf(persona, credential);
    const path = pathOf(
      operation,
      pathParameters(operation).map(() => randomUUID()),
    );
    if (operation.kind === 'write') {
      const response = await client.send(operation.method, path, { body: '{broken', idempotencyKey: null });
      if (response.status === 400) {
        expect(response.body.details).toEqual([expect.objectContaining({ field: 'Idempotency-Key' })]);
        return true;
      }
      expect(response.status).toBe(refusalOf(operation));
      return false;
    }
    if (operation.query) {
      // A read looks at its query once the role has passed.
      const response = await client.get(`${path}?limit=x&from=x&revision=x`);
      expect([400, refusalOf(operation)]).toContain(response.status);
      return response.status === 400;
    }
    if (mintedReads.includes(operation)) return (await client.post(path)).status !== 403;
    // Where every member is let in, a policy may still turn one away with 403: roles decide nothing there.
    if (operation.access.organizationRoles.includes('MEMBER') && takes(operation, credential)) return true;
    const hidden = refusalOf(operation) === 404;
    // An unknown id gives 404. So does a hidden refusal, which is told apart by something that the persona reaches.
    const response = await client.get(hidden ? reachedPath(operation) : path);
    const letIn = hidden || path === operation.path ? 200 : 404;
    expect([letIn, refusalOf(operation)]).toContain(response.status);
    return response.status === letIn;
  }
});

const reachedPath = (operation: AnyOperation) =>
  pathOf(
    operation,
    pathParameters(operation).map((name) => places[name as keyof Places]),
  );

/**
 * The role matrix of the contract, written out by hand: the status of a valid call, for something within the
 * assignment where there is one. The columns are the personas in their order: OWNER, ADMIN; MEMBER: no role, enrolled;
 * program_director of the organization and of a program, coach of an enrollment and of a cohort, reviewer of the
 * organization, of a program and of a cohort, closer of the organization and of a program; director, coach and closer whose
 * assignment ended.
 */
const CONTRACT = `
  create_group           201 201   403 403   201 403   403 403   403 403 403   403 403   403 403 403
  read_cohort_cockpit    200 200   404 404   200 404   200 200   404 404 404   404 404   404 404 404
  restore_program        200 200   403 403   403 403   403 403   403 403 403   403 403   403 403 403
  plan_intervention      201 201   403 403   201 403   201 201   403 403 403   403 403   403 403 403
  create_deliverable     201 201   403 403   403 403   403 403   403 403 403   403 403   403 403 403
  rotate_webhook_secret  200 200   403 403   403 403   403 403   403 403 403   403 403   403 403 403
  publish_video_resource 201 201   403 403   403 403   201 201   403 403 403   403 403   403 403 403
  create_course          201 201   403 403   201 201   403 403   403 403 403   403 403   403 403 403
  configure_cohort       200 200   403 403   403 403   403 403   403 403 403   403 403   403 403 403
  assign_path            200 200   403 403   200 403   200 200   403 403 403   403 403   403 403 403
  complete_lesson        200 200   403 200   200 404   200 200   404 404 404   403 403   403 403 403
  reach_milestone        201 201   403 403   201 403   201 201   403 403 403   403 403   403 403 403
  answer_video_question  200 200   403 403   403 403   200 200   403 403 403   403 403   403 403 403
  create_session_key     201 201   403 403   403 403   403 403   403 403 403   403 403   403 403 403
  create_prospect        201 201   403 403   403 403   403 403   403 403 403   201 201   403 403 403
  assign_prospect        200 200   403 403   403 403   403 403   403 403 403   403 403   403 403 403
  propose_sale           201 201   403 403   403 403   403 403   403 403 403   404 404   403 403 403
  accept_sale            200 200   403 403   403 403   403 403   403 403 403   404 404   403 403 403
  list_sales             200 200   403 403   403 403   403 403   403 403 403   200 200   403 403 403
  list_closers           200 200   403 403   403 403   403 403   403 403 403   200 200   403 403 403
`;
const MATRIX = CONTRACT.trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/))
  .map(([name, ...statuses]) => [name, statuses.map(Number)] as const);
/** Operations whose path must be within the assignments. */
const WITHIN = new Set(['read_cohort_cockpit', 'plan_intervention', 'create_course']);
/** Those whose body or path also names something of the program or the enrollment. */
const OF_PLACES: Record<string, (at: Places) => Promise<Call>> = {
  assign_path: async ({ programId, enrollmentId }) => ({
    params: [enrollmentId],
    body: { pathId: await school.path([], { program_id: programId, status: 'active' }) },
  }),
  complete_lesson: async ({ programId, enrollmentId }) => {
    const course_id = await school.course({ program_id: programId, status: 'published' });
    // Without a path every course of the program is in the plan.
    await school.rows('delete from enrollment_paths where organization_id = $1 and enrollment_id = $2', enrollmentId);
    return { params: [enrollmentId], body: { lessonId: await school.lesson({ course_id, status: 'published' }) } };
  },
  reach_milestone: async ({ programId, enrollmentId }) => ({
    params: [enrollmentId],
    body: { milestoneId: await school.milestone({ program_id: programId }) },
  }),
  create_prospect: ({ programId }) =>
    Promise.resolve({ body: { name: 'Alan Turing', email: `${randomUUID()}@example.com`, programId } }),
  answer_video_question: async ({ enrollmentId }) => ({
    params: [await school.videoQuestion(enrollmentId)],
    body: { text: 'Begin with what went well.' },
  }),
};

describe('by the contract', () => {
  it.each(MATRIX)('%s answers each persona as the table says', async (name, statuses) => {
    expect(statuses).toHaveLength(PERSONAS.length);
    const answers: [string, number][] = [];
    for (const persona of PERSONAS) {
      const { status } = await call(name, persona);
      answers.push([persona.name, status]);
    }
    expect(answers).toEqual(PERSONAS.map((persona, index) => [persona.name, statuses[index]]));
  });

  it('a coach reaches nothing outside of the assignment, as if it did not exist', async () => {
    const elsewhere = await placesIn(school);
    const outside = ['assign_path', 'complete_lesson', 'reach_milestone', 'answer_video_question'];
    for (const name of ['read_cohort_cockpit', 'plan_intervention', ...outside]) {
      for (const persona of PERSONAS.filter(({ role, ended }) => role === 'coach' && !ended)) {
        const { status } = await call(name, persona, elsewhere);
        expect([name, persona.name, status]).toEqual([name, persona.name, 404]);
      }
    }
  });

  /** A valid call with whatever it needs made anew. */
  async function call(name: string, persona: Persona, at: Places = places): Promise<Response> {
    const write = samples.find(({ operation }) => operation.name === name);
    const operation = OPERATIONS.find((one) => one.name === name);
    if (!operation) throw new Error(`no operation is named ${name}`);
    const { params, body } = (await (OF_PLACES[name]?.(at) ?? write?.arrange(school))) ?? {};
    const within = WITHIN.has(name) ? pathParameters(operation).map((one) => at[one as keyof Places]) : params;
    return clientOf(persona).send(operation.method, pathOf(operation, within), { body });
  }
});
