import type { Type } from '@nestjs/common';
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { School } from './school.js';
import { startTestApp, type SettingValues, type TestApp } from './test-app.js';
import { hasWorkerApp, workerApp } from './worker-app.js';

interface AppOptions {
  settings?: SettingValues;
  /** Additional controllers of the test. */
  controllers?: Type[];
  /** A service and a database of the file's own, for what it counts or leaves in them. */
  isOwn?: boolean;
}

/** The service for the tests of the file or describe block: that of the worker, or with any option one of their own. */
export function useApp({ settings, controllers, isOwn = !!settings || !!controllers }: AppOptions = {}): TestApp {
  const app = {} as TestApp;
  const isShared = !isOwn && hasWorkerApp();
  beforeAll(async () => {
    const started = await (isShared ? workerApp() : startTestApp(settings, undefined, controllers));
    Object.defineProperties(app, Object.getOwnPropertyDescriptors(started));
  });
  afterAll(() => (isShared ? app.reset() : app.close()));
  return app;
}

/** Starts the service, and creates an organization for each test. */
export function useSchool(options: AppOptions = {}): { app: TestApp; school: School } {
  const app = useApp(options);
  const school = new School(app);
  beforeEach(() => school.renew());
  return { app, school };
}
