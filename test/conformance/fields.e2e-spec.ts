import { describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { useSchool } from '../support/use-school.js';
import { INSTANTS, INTEGERS, REFERENCES, TITLES, type FieldCase } from './field-cases.js';
import { pathOf, type Call } from './sample.js';
import { samples } from './samples.js';

const EMOJI = '\u{1F98A}';
const WITH_BODY = samples.filter(({ operation }) => operation.body !== undefined);

const PATCHES = WITH_BODY.filter(({ operation }) => operation.method === 'PATCH').map(
  (one) => [one.operation.name, one] as const,
);

/** Names that a change of one field may change with it. */
const FOLLOWS: Readonly<Record<string, readonly string[]>> = {
  ownerUserId: ['ownerName'],
  endpointUrl: ['status'],
  content: ['draft', 'issues'],
};

/** The resource without the field, what follows from it, and the instant of the change. */
function othersOf(data: unknown, field: string): object {
  const gone = new Set([field, 'updatedAt', 'editedAt', 'revision', ...(FOLLOWS[field] ?? [])]);
  return Object.fromEntries(Object.entries(data as object).filter(([name]) => !gone.has(name)));
}

const titled = (cases: FieldCase[]) => cases.map((one) => [one.operation, one.path.join('.'), one] as const);

/** A copy of the body with another value at the end of the path. */
function changed(body: unknown, [step, ...rest]: FieldCase['path'], value: unknown): unknown {
  const copy = (Array.isArray(body) ? [...(body as unknown[])] : { ...(body as object) }) as Record<string, unknown>;
  copy[step] = rest.length === 0 ? value : changed(copy[step], rest, value);
  return copy;
}

function at(data: unknown, path: FieldCase['path']): unknown {
  return path.reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], data);
}

describe('every field', () => {
  const { school } = useSchool();

  function sampleOf(name: string) {
    const found = samples.find(({ operation }) => operation.name === name);
    if (!found) throw new Error(`there is no sample of ${name}`);
    return found;
  }

  async function send({ operation: name, path }: FieldCase, value: unknown, call?: Call): Promise<Response> {
    const { operation, arrange } = sampleOf(name);
    const { params, body } = call ?? (await arrange(school));
    const sent = changed(body, path, value);
    return school.owner.client.send(operation.method, pathOf(operation, params), { body: sent });
  }

  async function expectTaken(field: FieldCase, value: unknown, shown: unknown = value): Promise<void> {
    const { status } = sampleOf(field.operation).operation;
    const response = await send(field, value);
    expect([value, response.status]).toEqual([value, status]);
    const answered = at(response.body.data, field.path);
    if (answered !== undefined) expect(answered).toBe(shown);
  }

  /** Each value is refused with a detail for the field that does not repeat it, and nothing is written. */
  async function expectRefused(field: FieldCase, values: unknown[]): Promise<void> {
    const call = await sampleOf(field.operation).arrange(school);
    const digest = await school.digest();
    for (const value of values) {
      const response = await send(field, value, call);
      expect([value, response.status, response.body.code]).toEqual([value, 400, 'invalid_request']);
      const fields = (response.body.details as { field: string }[]).map((detail) => detail.field);
      expect([value, fields]).toEqual([value, [field.path.join('.')]]);
      if (typeof value === 'string' && value.trim().length > 12) expect(response.text).not.toContain(value.trim());
    }
    expect(await school.digest()).toBe(digest);
  }

  it.each(PATCHES)('of %s is changed alone: what is not sent stays', async (_, { operation, arrange }) => {
    const { body } = await arrange(school);
    const patch = (call: Call, sent: object) =>
      school.owner.client.send(operation.method, pathOf(operation, call.params), { body: sent });
    const { revision, ...fields } = body as { revision?: number };
    const read = revision === undefined ? {} : { revision };
    for (const [field, value] of Object.entries(fields)) {
      for (const sent of [
        { ...read, [field]: value },
        { ...read, [field]: null },
      ]) {
        const call = await arrange(school);
        // Absent where one of the fields is required.
        const before = (await patch(call, read)).body.data as object | undefined;
        const response = await patch(call, sent);
        const refused = response.status === 400 ? response.body.details[0].field : undefined;
        expect([sent, refused === undefined ? response.status : 200]).toEqual([sent, operation.status]);
        // Refused by itself, or by a rule across fields that names it.
        if (refused !== undefined) expect([sent, String(refused).split('.')[0]]).toEqual([sent, field]);
        else if (before) expect(othersOf(response.body.data, field)).toEqual(othersOf(before, field));
      }
    }
  });

  describe.each(WITH_BODY.map((one) => [one.operation.name, one] as const))('of %s', (_, { operation, arrange }) => {
    it('is missing where the whole body is null, a list or a scalar', async () => {
      const { params } = await arrange(school);
      const digest = await school.digest();
      for (const body of ['null', '[]', '[{}]', '"text"', '5', 'true']) {
        const response = await school.owner.client.send(operation.method, pathOf(operation, params), { body });
        expect([body, response.status, response.body.code]).toEqual([body, 400, 'invalid_request']);
      }
      expect(await school.digest()).toBe(digest);
    });

    it('that is unknown is ignored, whatever it holds', async () => {
      const { params, body } = await arrange(school);
      const unknown = {
        organizationId: null,
        createdAt: { deep: [1, 'two'] },
        'x\u0000y': '\u0000',
        constructor: 'Object',
        nested: { constructor: { prototype: 1 }, toString: null },
        listed: [{ constructor: 5 }],
      };
      const response = await school.owner.client.send(operation.method, pathOf(operation, params), {
        body: { ...(body as object), ...unknown },
      });
      expect(response.status).toBe(operation.status);
    });

    it('may not be nested beyond measure', async () => {
      const { params, body } = await arrange(school);
      const digest = await school.digest();
      const deep = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`;
      const many = `[${'0,'.repeat(60_000)}0]`;
      const large = JSON.stringify('x'.repeat(300_000 + (operation.maxBodyBytes ?? 0)));
      const statuses = [];
      for (const extra of [deep, many, large]) {
        const sent = `{"extra":${extra},${JSON.stringify(body).slice(1)}`;
        const response = await school.owner.client.send(operation.method, pathOf(operation, params), { body: sent });
        statuses.push(`${response.status} ${response.body.code as string}`);
      }
      expect(statuses).toEqual(['400 invalid_request', '400 invalid_request', '413 invalid_request']);
      expect(await school.digest()).toBe(digest);
    });
  });

  it('is taken at its longest, each character written as an escape', async () => {
    const { operation, arrange } = sampleOf('publish_video_resource');
    const { body } = await arrange(school);
    const escaped = `{"description":"${'\\ud83e\\udd8a'.repeat(10_000)}",${JSON.stringify(body).slice(1)}`;
    const response = await school.owner.client.send(operation.method, operation.path, { body: escaped });
    expect([response.status, response.body.data.description]).toEqual([201, EMOJI.repeat(10_000)]);
  });

  describe.each(titled(TITLES))('that is a name or title: %s %s', (_, __, field) => {
    it('is trimmed before it is measured and stored', async () => {
      const { min = 0, max = 0 } = field;
      await expectTaken(field, `  ${'x'.repeat(max)}\n\t`, 'x'.repeat(max));
      await expectTaken(field, ` ${'x'.repeat(min)} `, 'x'.repeat(min));
      await expectRefused(field, [' '.repeat(min + 5), ` ${'x'.repeat(min - 1)} `]);
    });
  });

  describe.each(titled(INTEGERS))('that is an integer: %s %s', (_, __, field) => {
    it('is as large as PostgreSQL can hold', async () => {
      await expectTaken(field, 1);
      await expectTaken(field, 2_147_483_647);
    });
  });

  describe.each(titled(REFERENCES))('that is an id: %s %s', (_, __, field) => {
    it('is a UUID in whatever case, and returned in lower case', async () => {
      const { operation, arrange } = sampleOf(field.operation);
      const call = await arrange(school);
      const id = at(call.body, field.path) as string;
      const response = await send(field, id.toUpperCase(), call);
      expect(response.status).toBe(operation.status);
      const answered = at(response.body.data, field.path);
      if (answered !== undefined) expect(answered).toBe(id);
    });
  });

  describe.each(titled(INSTANTS))('that is an instant: %s %s', (_, __, field) => {
    it.each([
      ['2090-02-03T04:05:06.789Z', '2090-02-03T04:05:06.789Z'],
      ['2090-02-03T04:05:06Z', '2090-02-03T04:05:06.000Z'],
      ['2090-02-03T04:05Z', '2090-02-03T04:05:00.000Z'],
      ['2090-02-03T04:05:06', '2090-02-03T04:05:06.000Z'],
      ['2090-02-03T04:05:06+05:30', '2090-02-02T22:35:06.000Z'],
      ['2090-02-03T04:05:06-08:00', '2090-02-03T12:05:06.000Z'],
      ['2090-02-03T04:05:06.123456789Z', '2090-02-03T04:05:06.123Z'],
      ['2088-02-29T00:00:00Z', '2088-02-29T00:00:00.000Z'],
      ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
    ])('is ISO 8601, UTC without an offset, returned with Z and milliseconds: %s', async (sent, shown) => {
      await expectTaken(field, sent, shown);
    });
  });
});
