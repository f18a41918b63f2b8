import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Type } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import pg from 'pg';
import { pino } from 'pino';
import { AppModule } from '../../src/app.module.js';
import { Clock } from '#kernel/clock';
import { Configuration } from '#kernel/settings';
import { declaredClasses, variablesOf } from '../../src/kernel/settings/setting.decorator.js';
import { UsageCounts } from '../../src/kernel/authentication/usage-counts.js';
import { SecretKeys } from '#kernel/secrets';
import { createApplication } from '#transport/application.js';
import { serviceVersion } from '#transport/service-version.js';
import { buildDocument } from '#transport/openapi/document.js';
import { PinoNestLogger } from '#runtime/logging.js';
// Declares settings that are set below but not read by the modules.
import '#runtime/process.settings.js';
import { announced, DATA_DIR_SUFFIX, withDatabase } from './database-server.js';
import { ResponseContract } from './response-contract.js';
import { Rows } from './rows.js';

/** The secret key of every test, so that test apps on one database can read each other's data. */
export const SECRET_KEY = Buffer.alloc(32, 7);
export const SECRET_KEYS = new SecretKeys([SECRET_KEY]);

/** The number of instances on a test app's database, which take requests in turn. */
const INSTANCES = Number(process.env.TEST_INSTANCES ?? '1');

class TestModule {}

/** That of the service without further controllers, which all files of a worker share. */
let contract: ResponseContract | undefined;
const contractOf = (nest: NestExpressApplication) => new ResponseContract(buildDocument(nest, serviceVersion()));

/** A running service on its own database, over HTTP. */
export interface TestApp {
  /** Its URL; with TEST_INSTANCES=2, that of the next instance each time. */
  readonly url: string;
  /** The first instance, and all of them. */
  nest: NestExpressApplication;
  instances: readonly NestExpressApplication[];
  /** For creating and reading rows of any tenant. */
  rows: Rows;
  databaseUrl: string;
  contract: ResponseContract;
  /** The log so far. */
  logged: () => string;
  /** Shifts the service's clock by that many milliseconds. */
  moveClock: (byMs: number) => void;
  /** Stops the service's clock at this instant, by default the present one, until it is moved. */
  stopClock: (at?: Date) => void;
  now: () => Date;
  /** Sets the clock right, and forgets the log. */
  reset: () => void;
  close: () => Promise<void>;
}

/** Values of settings by name. */
export type SettingValues = Readonly<Record<string, string | number | boolean>>;

/**
 * Starts the service on a new copy of the migrated database, or beside another test app on that one's.
 *
 * @param more controllers of the test's own, beside the service's
 */
export async function startTestApp(
  settings: SettingValues = {},
  beside?: TestApp,
  more: Type[] = [],
): Promise<TestApp> {
  const server = announced();
  const database = beside ? new URL(beside.databaseUrl).pathname.slice(1) : await createDatabase();
  const databaseUrl = withDatabase(server.serviceUrl, database);
  // In the system's folder for temporary files, under the name of the database.
  const dataDir = join(tmpdir(), `${database}${DATA_DIR_SUFFIX}`);
  let lines: string[] = [];
  const logger = pino({ level: 'debug' }, { write: (line) => void lines.push(line) });
  const runtime = {
    configuration: configurationOf({
      NODE_ENV: 'test',
      ROLE: 'api',
      LOCK_TIMEOUT_MS: '5000',
      // With the default, a slow machine refuses some of fifty requests at once.
      OVERLOAD_WAIT_MS: '60000',
      // All tests of a file come from one address.
      FAILED_AUTH_PER_MINUTE: '0',
      DATA_DIR: dataDir,
      ...server.settings,
      ...settings,
    }),
    databaseUrl,
    secretKeys: [SECRET_KEY],
  };
  const root = { module: TestModule, imports: [AppModule.forRuntime(runtime)], controllers: more };
  const instances: NestExpressApplication[] = [];
  for (let count = beside ? 1 : INSTANCES; count > 0; count -= 1) {
    const instance = await createApplication(root, logger, new PinoNestLogger(logger));
    await instance.listen(0, '127.0.0.1');
    // What is counted is written when the app stops, not every minute among the statements that a test counts.
    await instance.get(UsageCounts, { strict: false }).onModuleDestroy();
    instances.push(instance);
  }
  const [nest, ...others] = instances;
  const rows = new Rows(withDatabase(server.ownerUrl, database));
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
    contract: more.length > 0 ? contractOf(nest) : (contract ??= contractOf(nest)),
    logged: () => lines.join(''),
    moveClock: (byMs) => {
      clock.now = () => new Date(Date.now() + byMs);
    },
    stopClock: (at = clock.now()) => {
      const stopped = at.getTime();
      clock.now = () => new Date(stopped);
    },
    now: () => clock.now(),
    reset: () => {
      Reflect.deleteProperty(clock, 'now');
      lines = [];
    },
    close: async () => {
      await rows.end();
      for (const instance of instances) {
        // An agent that has closed may leave a connection on which it never sent a request.
        instance.getHttpServer().closeAllConnections();
        await instance.close();
      }
      if (beside) return;
      await dropDatabase(database);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Rejects unknown settings: misspelt environment variables would be ignored. */
function configurationOf(values: SettingValues): Configuration {
  const known = declaredClasses().flatMap(variablesOf);
  const unknown = Object.keys(values).filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`no such setting: ${unknown.join(', ')}`);
  return new Configuration(values);
}

async function createDatabase(): Promise<string> {
  const { adminUrl, ownerUrl, template, citusNodes } = announced();
  if (citusNodes) return template;
  const database = `${template}_${randomBytes(6).toString('hex')}`;
  const owner = decodeURIComponent(new URL(ownerUrl).username);
  await withAdmin(adminUrl, `create database ${database} template ${template} strategy file_copy owner "${owner}"`);
  return database;
}

async function dropDatabase(database: string): Promise<void> {
  const { adminUrl, citusNodes } = announced();
  if (citusNodes) return;
  await withAdmin(adminUrl, `drop database if exists ${database} with (force)`);
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
