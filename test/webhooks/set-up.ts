import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { School } from '../support/school.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { Receiver } from './receiver.js';

/** Receivers of tests listen on this machine. */
export const LOCAL_RECEIVERS = { WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8,::1/128' };

/** What `setUp` has made: who imports these names sees those of the running test. */
export let app: TestApp;
export let school: School;
export let receiver: Receiver;

/** An app for all tests of a file; for each of them the real time, a school and a receiver. */
export function setUp(): void {
  beforeAll(async () => {
    app = await startTestApp(LOCAL_RECEIVERS);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    app.moveClock(0);
    school = await School.open(app);
    receiver = await Receiver.open();
  });
  afterEach(() => receiver.close());
}
