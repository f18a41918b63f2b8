import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { allows } from '#kernel/access';
import { pathParameters } from '#kernel/operations';
import type { Client } from '../support/client.js';
import { useSchool } from '../support/use-school.js';
import { pathOf, type Call } from './sample.js';
import { samples } from './samples.js';

const { school } = useSchool();

/** Any coach finds a live session; of its enrollments, only those within their reach: test/live-sessions/attendance. */
const WITHIN_ITEMS = ['record_attendance'];
const OF_COACHES = samples.filter(
  ({ operation }) =>
    !WITHIN_ITEMS.includes(operation.name) &&
    /Id$/.test(pathParameters(operation)[0] ?? '') &&
    allows(operation.access, { role: 'MEMBER', businessRoles: ['coach:enrollment'] } as never),
);

it.each(OF_COACHES.map((sample) => [sample.operation.name, sample] as const))(
  '%s: what a coach does not reach is to the letter what does not exist, and nothing is written',
  async (_, { operation, arrange }) => {
    const call = await arrange(school);
    const { client } = await school.person('MEMBER', { role: 'coach', enrollmentId: await school.enrollment() });
    const digest = await school.digest();
    const unreached = await sent(client, call);
    const unknown = await sent(client, { ...call, params: call.params?.map(() => randomUUID()) });
    expect([unreached.status, unreached.text]).toEqual([404, unknown.text]);
    expect(await school.digest()).toBe(digest);

    async function sent(by: Client, { params, body }: Call) {
      const headers = { 'X-Correlation-Id': 'same' };
      return by.send(operation.method, pathOf(operation, params), { body, headers });
    }
  },
);
