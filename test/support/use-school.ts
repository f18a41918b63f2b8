import type { Type } from '@nestjs/common';
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { School } from './school.js';
import { startTestApp, type SettingValues, type TestApp } from './test-app.js';

interface AppOptions {
  settings?: SettingValues;
  /** Additional controllers of the test. */
  controllers?: Type[];
}

/** Starts the service for the tests of the file or describe block. */
export function useApp({ settings, controllers }: AppOptions = {}): TestApp {
  const app = {} as TestApp;
  beforeAll(async () => {
    const started = await startTestApp(settings, undefined, controllers);
    Object.defineProperties(app, Object.getOwnPropertyDescriptors(started));
  });
  afterAll(() => app.close());
  return app;
}

/** Starts the service, and creates an organization for each test. */
export function useSchool(options: AppOptions = {}): { app: TestApp; school: School } {
  const app = useApp(options);
  const school = new School(app);
  beforeEach(() => school.renew());
  return { app, school };
}
