import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { migrate } from '#kernel/persistence';
import { Metrics } from '#kernel/metrics';
import { migrations } from '../../migrations/list.js';
import { announce, withDatabase } from './database-server.js';
import { School } from './school.js';
import { startPrimary, startStandby, type Server, type Standby } from './standby.js';
import { startTestApp, type SettingValues, type TestApp } from './test-app.js';
import { until } from './until.js';

/** A primary and a standby of the test file's own, and a service that knows only the primary. */
export interface StandbyStage {
  primary: Server;
  standby: Standby;
  plain: TestApp;
  /** Starts a service on the same database that also reads from the standby. */
  serve: (settings?: SettingValues) => Promise<TestApp>;
}

export function useStandby(): StandbyStage {
  const stage = {} as StandbyStage;
  const served: TestApp[] = [];
  beforeAll(async () => {
    const primary = await startPrimary();
    await migrate(primary.ownerUrl, primary.serviceUrl, migrations);
    const template = new URL(primary.serviceUrl).pathname.slice(1);
    announce({ ...primary, directUrl: primary.serviceUrl, settings: { DATABASE_STATEMENTS: 'named' }, template });
    const standby = await startStandby(primary);
    const plain = await startTestApp();
    const serve = async (settings: SettingValues = {}): Promise<TestApp> => {
      await standby.caughtUp();
      const database = new URL(plain.databaseUrl).pathname.slice(1);
      const READ_DATABASE_URL = withDatabase(standby.serviceUrl, database);
      const app = await startTestApp({ READ_DATABASE_URL, ...settings }, plain);
      served.push(app);
      return app;
    };
    Object.assign(stage, { primary, standby, plain, serve });
  });
  afterAll(async () => {
    for (const app of served) await app.close();
    await stage.plain.close();
    await stage.standby.stop();
    await stage.primary.stop();
  });
  return stage;
}

/** A new organization for each test, on a service that reads from the standby. */
export function useStandbySchool(settings: SettingValues = {}): StandbyStage & { app: TestApp; school: School } {
  const stage = useStandby() as StandbyStage & { app: TestApp; school: School };
  beforeAll(async () => {
    stage.app = await stage.serve(settings);
    stage.school = new School(stage.app);
  });
  beforeEach(() => stage.school.renew());
  return stage;
}

/** Repeats a read until the standby has answered it. It may be behind for a moment. */
export async function answerOfStandby<Answer>(app: TestApp, read: () => Promise<Answer>): Promise<Answer> {
  const answers: Answer[] = [];
  await until(async () => {
    const before = await readsOf(app, 'standby');
    const answer = await read();
    if ((await readsOf(app, 'standby')) > before) answers.push(answer);
    return answers.length > 0;
  });
  return answers[0];
}

/** How many reads that may lag a server has answered. */
export async function readsOf(app: TestApp, source: 'primary' | 'standby'): Promise<number> {
  const text = await app.nest.get(Metrics, { strict: false }).text();
  return Number(new RegExp(`^reads_total\\{source="${source}"\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
}
