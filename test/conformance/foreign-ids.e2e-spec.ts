import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { School } from '../support/school.js';
import { useApp } from '../support/use-school.js';
import { referencesOf, WITH_REFERENCE } from './reference-cases.js';
import { pathOf, type Call, type Sample } from './sample.js';
import { samples } from './samples.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const app = useApp();

/** Paths and filters are looked at by the tests of writes, reads and lists; this is about every id inside a body. */
it.each(
  samples.filter(({ operation }) => operation.body !== undefined).map((one) => [one.operation.name, one] as const),
)(
  "%s: another organization's id in the body is to the letter one that does not exist, and nothing is written",
  async (name, sample) => {
    for (const position of referencesOf(app.contract.document, sample)) {
      const arrange = WITH_REFERENCE[`${name} ${position}`] ?? sample.arrange;
      const [school, other] = [await School.open(app), await School.open(app)];
      const [own, foreign] = [await arrange(school), await arrange(other)];
      expect([position, at(own.body, position)]).toEqual([position, expect.stringMatching(UUID)]);
      const digests = [await school.digest(), await other.digest()];

      const answers = [];
      for (const id of [at(foreign.body, position), randomUUID()])
        answers.push(await sent(school, sample, own, position, id));
      expect([position, [400, 404]]).toEqual([position, expect.arrayContaining([answers[0].status])]);
      expect([position, answers[0]]).toEqual([position, answers[1]]);
      expect([await school.digest(), await other.digest()]).toEqual(digests);

      // It was the id alone: with the school's own, in whatever case, the call is good.
      const good = await sent(school, sample, own, position, String(at(own.body, position)).toUpperCase());
      expect([position, good.status]).toEqual([position, sample.operation.status]);
    }
  },
);

it('has no call for an id that no body takes any more', () => {
  const taken = samples.flatMap((sample) =>
    referencesOf(app.contract.document, sample).map((position) => `${sample.operation.name} ${position}`),
  );
  expect(taken).toEqual(expect.arrayContaining(Object.keys(WITH_REFERENCE)));
  expect(taken.length).toBeGreaterThan(20);
});

async function sent(school: School, { operation }: Sample, call: Call, position: string, id: unknown) {
  const body = changed(call.body, position.split('.'), id);
  const headers = { 'X-Correlation-Id': 'same' };
  const response = await school.owner.client.send(operation.method, pathOf(operation, call.params), { body, headers });
  const { date: _date, ratelimit: _ratelimit, ...rest } = response.headers as Record<string, string>;
  return { status: response.status, text: response.text, headers: rest };
}

function at(data: unknown, position: string): unknown {
  return position
    .split('.')
    .reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], data);
}

function changed(body: unknown, [step, ...rest]: string[], value: unknown): unknown {
  const copy = (Array.isArray(body) ? [...(body as unknown[])] : { ...(body as object) }) as Record<string, unknown>;
  copy[step] = rest.length === 0 ? value : changed(copy[step], rest, value);
  return copy;
}
