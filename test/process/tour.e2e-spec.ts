import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { CLOSED_PORT, Workplace } from '../support/service-process.js';

const place = new Workplace();

beforeAll(() => place.prepare('migrated'));
afterAll(() => place.clear());

it('the tour goes through a first day at a running service, step by step', async () => {
  const { url } = await place.serve({ DEMO_DATA: 'false' });
  const { code, stdout, stderr } = await place.finish('tour', [], { PORT: new URL(url).port });
  expect([code, stderr]).toEqual([0, '']);
  const steps = [...stdout.matchAll(/^ *(\d+)\. .+\n {6}(GET|POST|PATCH|PUT|DELETE) \/\S+ → \d{3}$/gm)];
  expect(steps.map(([, number]) => Number(number))).toEqual(steps.map((_, index) => index + 1));
  expect(steps.length).toBeGreaterThan(100);
  expect(stdout).toMatch(/POST \/members\/\S+\/session-keys → 201/);
  for (const step of [
    /POST \/enrollments\/\S+\/outcome-entries → 201/,
    /POST \/booking-types\/\S+\/bookings → 409/,
    /GET \/calendars\/\{token\}\.ics → 200\n {6}SUMMARY:.*Coaching call/,
    /GET \/calendar-connections\/\S+ → 200\n {6}status +"\w+"\n {6}failure +\{"reason":"(dns_blocked|connect_failed|timeout)"/,
    /GET \/reminder-rules\/\S+\/firings → 200\n.*\n.*\n.*\n {6}outcome +"fired"/,
    /GET \/cohorts\/\S+\/analytics → 200/,
    /GET \/files\/\{token\} → 200\n {6}\w+,/,
    /PUT \/uploads\/\{token\} → 204/,
    /GET \/content\/\{token\} → 200/,
    /POST \/sales\/\S+\/accept → 200\n {6}status +"reserved"/,
    /POST \/sales\/\S+\/payments → 403/,
    /GET \/sales\/\S+ → 200\n {6}status +"active"\n {6}fulfillment +\{"status":"done"/,
    /GET \/sales-queue\?kind=installment_overdue → 200\n.*\n.*\n {6}standing +"overdue"/,
    /POST \/payments\/\S+\/refunds → 201/,
    /POST \/payments\/\S+\/refunds → 409/,
    /GET \/sale-entries\?saleId=\S+ → 200\n {6}received +30000\n {6}owed +90000\n/,
    /GET \/erasures\/\S+ → 200\n {6}\w+: \d+ erased, \d+ kept/,
  ]) {
    expect(stdout).toMatch(step);
  }
  // API keys, session keys, and the tokens of calendars and files.
  expect(stdout).not.toMatch(/dsk_|dsession_|(calendars|files|content)\/\w|PUT \/uploads\/\w/);
});

it('the tour says how it is used where only half of a follower is named', async () => {
  const { code, stdout, stderr } = await place.finish('tour', ['--webhook-url', 'https://hooks.school.example']);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toBe('Usage: npm run tour [-- --webhook-url URL --webhook-secret SECRET]\n');
});

it('the tour says in one line that no service answers', async () => {
  const own = new Workplace();
  try {
    await own.prepare('migrated');
    const { code, stdout, stderr } = await own.finish('tour', [], { PORT: CLOSED_PORT });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^No service answers at http:\/\/127\.0\.0\.1:\d+: start it first with npm start\.\n$/);
    expect(own.processes()).toEqual([]);
  } finally {
    await own.clear();
  }
});
