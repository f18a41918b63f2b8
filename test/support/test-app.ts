import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { Type } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import pg from 'pg';
import { pino } from 'pino';
import { AppModule } from '../../src/app.module.js';
import { Clock } from '../../src/platform/clock/clock.js';
import { readSettings, type Settings } from '../../src/platform/config/settings.js';
import { createApplication, serviceVersion } from '../../src/platform/http/application.js';
import { buildDocument } from '../../src/platform/openapi/document.js';
import { PinoNestLogger } from '../../src/platform/runtime/logging.js';
import { announced, withDatabase } from './database-server.js';
import { ResponseContract } from './response-contract.js';

/** The secret key of every test; what is made with one test app can be read by a second one on its database. */
export const SECRET_KEY = Buffer.alloc(32, 7);

/** How many services share a test app's database and take its requests in turn, each with a pool of its own. */
const INSTANCES = Number(process.env.TEST_INSTANCES ?? '1');

class TestModule {}

/** A running service on a database of its own, over real HTTP. */
export interface TestApp {
  /** Where it listens; with TEST_INSTANCES=2, each time another one of the instances on its database. */
  readonly url: string;
  /** The first instance, and all of them. */
  nest: NestExpressApplication;
  instances: readonly NestExpressApplication[];
  /** For building and inspecting rows; it may write any tenant's. */
  rows: pg.Client;
  databaseUrl: string;
  contract: ResponseContract;
  /** Everything that was logged, as text. */
  logged: () => string;
  /** Moves the service's clock by so many milliseconds from the real time. */
  moveClock: (byMs: number) => void;
  now: () => Date;
  close: () => Promise<void>;
}

/**
 * Starts the service on a new copy of the migrated database, or beside another test app on that one's.
 *
 * @param more controllers of the test's own, beside the service's
 */
export async function startTestApp(
  settings: Partial<Settings> = {},
  beside?: TestApp,
  more: Type[] = [],
): Promise<TestApp> {
  const server = announced();
  const database = beside ? new URL(beside.databaseUrl).pathname.slice(1) : await createDatabase();
  const databaseUrl = withDatabase(server.serviceUrl, database);
  const lines: string[] = [];
  const logger = pino({ level: 'debug' }, { write: (line) => void lines.push(line) });
  const runtime = {
    settings: readSettings({ NODE_ENV: 'test', ROLE: 'api', LOCK_TIMEOUT_MS: '5000', ...server.settings, ...settings }),
    databaseUrl,
    secretKeys: [SECRET_KEY],
  };
  const root = { module: TestModule, imports: [AppModule.forRuntime(runtime)], controllers: more };
  const instances: NestExpressApplication[] = [];
  for (let count = beside ? 1 : INSTANCES; count > 0; count -= 1) {
    const instance = await createApplication(root, logger, new PinoNestLogger(logger));
    await instance.listen(0, '127.0.0.1');
    instances.push(instance);
  }
  const [nest, ...others] = instances;
  const rows = new pg.Client(withDatabase(server.ownerUrl, database));
  await rows.connect();
  const clock = nest.get(Clock, { strict: false });
  for (const other of others) other.get(Clock, { strict: false }).now = () => clock.now();
  let turn = 0;
  return {
    get url() {
      const { port } = instances[turn++ % instances.length].getHttpServer().address() as AddressInfo;
      return `http://127.0.0.1:${port}`;
    },
    nest,
    instances,
    rows,
    databaseUrl,
    contract: new ResponseContract(buildDocument(nest, serviceVersion())),
    logged: () => lines.join(''),
    moveClock: (byMs) => {
      clock.now = () => new Date(Date.now() + byMs);
    },
    now: () => clock.now(),
    close: async () => {
      await rows.end();
      for (const instance of instances) await instance.close();
      if (!beside) await dropDatabase(database);
    },
  };
}

async function createDatabase(): Promise<string> {
  const { adminUrl, ownerUrl, template } = announced();
  const database = `delivery_test_${randomBytes(6).toString('hex')}`;
  const owner = decodeURIComponent(new URL(ownerUrl).username);
  await withAdmin(adminUrl, `create database ${database} template ${template} strategy file_copy owner "${owner}"`);
  return database;
}

async function dropDatabase(database: string): Promise<void> {
  await withAdmin(announced().adminUrl, `drop database if exists ${database} with (force)`);
}

async function withAdmin(adminUrl: string, command: string): Promise<void> {
  const admin = new pg.Client(adminUrl);
  await admin.connect();
  try {
    await admin.query(command);
  } finally {
    await admin.end();
  }
}
