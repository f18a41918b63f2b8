import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { COMMON_REFUSALS } from '#kernel/errors';
import { OperationRegistry, type WriteOperation } from '#kernel/operations';
import { useSchool } from '../support/use-school.js';

const { app, school } = useSchool();

const writes = (): WriteOperation[] =>
  app.nest.get(OperationRegistry).operations.filter((one): one is WriteOperation => one.kind === 'write');
const declared = () => writes().flatMap(({ reasons = [] }) => reasons);

const root = new URL('../../../src/', import.meta.url).pathname;
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

/** The nouns that a status can be refused of, as the services write them. */
const thrownNouns = new Set(
  sources.flatMap(({ text }) =>
    [...text.matchAll(/\b(?:wrongStatus\(|Lifecycle\(|lifecycle<\w+>\()\s*'([^']+)'/g)].map(([, noun]) => noun),
  ),
);
const reasonsOfNouns = [...thrownNouns, 'section'].map((noun) => `${noun.toLowerCase().replaceAll(/[ -]/g, '_')}_`);

/** Those of an address outside of the API, which is no operation: test/forms/intake-links.e2e-spec.ts. */
const OF_DOORS = ['intake_link_full', 'intake_key_reused'];

/** Buyers are not told why: test/selling/buying.e2e-spec.ts. */
const WITHOUT_REASON = ['contexts/selling/buying/refused-to-buyer.ts'];

describe('the reasons of refusals', () => {
  it('are names in snake case, each with one text and one status', () => {
    const texts = new Map<string, Set<string>>();
    for (const { reason, text, status } of [...COMMON_REFUSALS, ...declared()]) {
      expect(reason).toMatch(/^[a-z]+(_[a-z]+)+$|^locked$/);
      texts.set(`${reason} ${status}`, (texts.get(`${reason} ${status}`) ?? new Set()).add(text));
    }
    expect([...texts].filter(([, one]) => one.size > 1)).toEqual([]);
  });

  it('are each thrown somewhere: a declaration that nothing throws would be a promise of nothing', () => {
    const names = sources.flatMap(({ path, text }) =>
      [...text.matchAll(/const (\w+) = refusal\(\s*'(\w+)'/g)].map(([, name, reason]) => ({ path, name, reason })),
    );
    const isThrown = (name: string) =>
      sources.some(({ text }) => new RegExp(`\\b${name}\\b[^\\n]*\\.error\\(|\\brefused: ${name}\\b`).test(text));
    expect(names.filter(({ name }) => !isThrown(name)).map(({ name }) => name)).toEqual([]);
    const stated = new Set(names.map(({ reason }) => reason));
    const unknown = declared().filter(
      ({ reason, ofStatus }) =>
        !(ofStatus ? reasonsOfNouns.some((noun) => reason.startsWith(noun)) : stated.has(reason)),
    );
    expect(unknown.map(({ reason }) => reason)).toEqual([]);
  });

  it('are all that a write may be refused with: no service throws a conflict of its own', () => {
    const own = sources.filter(({ text }) => /new ServiceError\(\s*'conflict'/.test(text)).map(({ path }) => path);
    expect(own).toEqual(WITHOUT_REASON);
    const unlisted = sources.flatMap(({ path, text }) =>
      [...text.matchAll(/const (\w+) = refusal\(\s*'(\w+)'/g)]
        .map(([, , reason]) => reason)
        .filter((reason) => !OF_DOORS.includes(reason))
        .filter((reason) => ![...COMMON_REFUSALS, ...declared()].some((one) => one.reason === reason))
        .map((reason) => `${path} ${reason}`),
    );
    expect(unlisted).toEqual([]);
  });

  it('stand beside the code, and nowhere where nothing but the request is wrong', async () => {
    const programId = await school.program('archived');
    const { client } = school.owner;
    const conflict = await client.post(`/programs/${programId}/archive`, {});
    expect(conflict.body).toEqual({
      success: false,
      code: 'conflict',
      reason: 'program_archived',
      message: 'The program is archived and cannot become archived.',
      details: [],
      correlationId: expect.any(String),
    });
    const restored = await client.post(`/programs/${await school.program('active')}/restore`, {});
    expect([restored.status, restored.body.reason]).toEqual([400, 'program_not_archived']);
    const others = [
      await client.post('/groups', {}),
      await client.get('/unknown'),
      await client.get('/groups?limit=0'),
    ];
    for (const { body } of others) {
      expect(Object.keys(body as object)).toEqual(['success', 'code', 'message', 'details', 'correlationId']);
    }
  });
});
