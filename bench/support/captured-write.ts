import pg from 'pg';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../../src/app.module.js';
import { Authenticator, parseApiKey } from '#kernel/authentication';
import { Configuration } from '#kernel/settings';
import { OperationRunner } from '#kernel/operations';
import { createGroup } from '#contexts/groups/group.operations.js';
import { SECRET_KEY, type Stage } from './stage.js';

export interface SentStatement {
  text: string;
  values: unknown[];
}

/** A repeatable statement with placeholders for generated values: numbered ids and the Idempotency-Key. */
export interface Template {
  text: string;
  values: (string | number | boolean | null | { bytes: string } | { id: number } | { key: true })[];
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The captured statements as templates; bytes are in hex. */
export function templateOf(statements: readonly SentStatement[], stage: Stage, madeKey: string): Template[] {
  const known = [stage.organizationId, stage.ownerAccountId, stage.ownerMemberId, parseApiKey(stage.apiKey)?.id];
  const ids: string[] = [];
  const place = (value: unknown): Template['values'][number] => {
    if (value === null || value === undefined) return null;
    if (typeof value === 'number' || typeof value === 'boolean') return value;
    if (Buffer.isBuffer(value)) return { bytes: value.toString('hex') };
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    if (text === madeKey) return { key: true };
    if (!UUID.test(text) || known.includes(text)) return text;
    if (!ids.includes(text)) ids.push(text);
    return { id: ids.indexOf(text) };
  };
  return statements.map(({ text, values }) => ({ text, values: values.map(place) }));
}

/** The statements of one `POST /groups`, as passed to the driver. */
export async function captureWrite(stage: Stage, body: object, idempotencyKey: string): Promise<SentStatement[]> {
  const runtime = {
    configuration: new Configuration({ NODE_ENV: 'production', ROLE: 'api' }),
    databaseUrl: stage.cluster.serviceUrl,
    secretKeys: [SECRET_KEY],
  };
  const app = await NestFactory.createApplicationContext(AppModule.forRuntime(runtime), { logger: false });
  const runner = app.get(OperationRunner, { strict: false });
  const authenticator = app.get(Authenticator, { strict: false });
  const write = async (key: string): Promise<void> => {
    await runner.run(createGroup, {
      caller: authenticator.recall(stage.apiKey) ?? (await authenticator.authenticate(stage.apiKey)),
      baseUrl: '',
      correlationId: 'bench',
      params: {},
      query: {},
      readBody: () => Promise.resolve(body),
      idempotencyKeys: [key],
    });
  };
  // The first write also records the use of the key, prepares statements, and makes the service remember the caller.
  await write(`${idempotencyKey}-warm`);
  await new Promise((resolve) => setTimeout(resolve, 200));
  const sent: SentStatement[] = [];
  const prototype = pg.Client.prototype as unknown as { query: (...parameters: unknown[]) => unknown };
  const original = prototype.query;
  prototype.query = function (...parameters: unknown[]) {
    const [query, values] = parameters;
    if (typeof query === 'string') sent.push({ text: query, values: Array.isArray(values) ? values : [] });
    else sent.push({ text: (query as SentStatement).text, values: (query as SentStatement).values });
    return original.apply(this, parameters);
  };
  await write(idempotencyKey);
  prototype.query = original;
  await app.close();
  return sent;
}
