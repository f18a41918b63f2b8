import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import pg from 'pg';
import type { Parameters } from '#kernel/persistence';
import { declaredStatements } from '../../src/kernel/persistence/statement.js';
import { useApp } from '../support/use-school.js';

/** PostgreSQL may switch to a generic plan with the sixth execution. */
const EXECUTIONS = 7;

/** A foreign key or a check fails on arbitrary values; DS…: a key that is used, a caller who has changed. */
const REFUSED = /^(23503|23514|DS\d{3})$/;

const SAMPLES: Record<Parameters[string], () => unknown> = {
  uuid: randomUUID,
  text: () => 'active',
  integer: () => 1,
  boolean: () => true,
  date: () => '2026-01-01',
  timestamptz: () => new Date(),
  jsonb: () => [],
  bytea: () => Buffer.alloc(32),
  'bytea[]': () => [Buffer.alloc(32)],
  'uuid[]': () => [randomUUID(), randomUUID()],
  'text[]': () => ['active', 'paused'],
};

const app = useApp();

it('every declared statement runs seven times on a connection of the service, past the switch to generic plans', async () => {
  const service = new pg.Client(app.databaseUrl);
  await service.connect();
  const failed = new Set<string>();
  for (const statement of declaredStatements().values()) {
    const { name, text } = statement;
    for (let run = 0; run < EXECUTIONS; run += 1) {
      const organization = randomUUID();
      const values = Object.fromEntries(
        Object.entries(statement.parameters).map(([parameter, type]) => [parameter, SAMPLES[type]()]),
      );
      await service.query('begin deferrable');
      await service.query('select app_set_organization($1)', [organization]);
      if (name.endsWith('_of_all')) await service.query(`set local app.worker = 'on'`);
      await service.query({ name, text, values: statement.encode(values, organization) }).catch((error: unknown) => {
        const { code, message } = error as { code: string; message: string };
        if (!REFUSED.test(code)) failed.add(`${name}: ${message}`);
      });
      await service.query('rollback');
    }
  }
  await service.end();
  expect([...failed]).toEqual([]);
});
