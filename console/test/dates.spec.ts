import { expect, test } from '@playwright/test';
import { readWall, wallClock } from '../src/dates.js';

const skipped: [string, string][] = [
  ['Europe/Paris', '2026-03-29T02:30'],
  ['America/New_York', '2026-03-08T02:00'],
  ['Australia/Lord_Howe', '2026-10-04T02:15'],
];
for (const [zone, wall] of skipped) {
  test(`the clocks of ${zone} do not show ${wall}`, () => {
    expect(readWall(zone, wall)).toEqual({ is: 'skipped' });
  });
}

const twice: [string, string, string][] = [
  ['Europe/Paris', '2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
  ['America/New_York', '2026-11-01T01:00', '2026-11-01T05:00:00.000Z'],
  ['Australia/Lord_Howe', '2026-04-05T01:45', '2026-04-04T14:45:00.000Z'],
];
for (const [zone, wall, iso] of twice) {
  test(`the clocks of ${zone} show ${wall} twice, first at ${iso}`, () => {
    expect(readWall(zone, wall)).toEqual({ is: 'twice', iso });
  });
}

const once: [string, string, string][] = [
  ['Europe/Paris', '2026-03-29T01:59', '2026-03-29T00:59:00.000Z'],
  ['Europe/Paris', '2026-03-29T03:00', '2026-03-29T01:00:00.000Z'],
  ['America/New_York', '2026-11-01T02:00', '2026-11-01T07:00:00.000Z'],
  ['Australia/Lord_Howe', '2026-10-04T02:30', '2026-10-03T15:30:00.000Z'],
  ['Asia/Kathmandu', '2026-07-01T12:00', '2026-07-01T06:15:00.000Z'],
];
for (const [zone, wall, iso] of once) {
  test(`the clocks of ${zone} show ${wall} at ${iso}`, () => {
    expect(readWall(zone, wall)).toEqual({ is: 'once', iso });
    expect(wallClock(zone, iso)).toBe(wall);
  });
}

for (const wall of ['', '0026-03-29T01:59', '1899-12-31T23:59', '2026-02-30T10:00', '2026-13-01T10:00', '2026-01-01']) {
  test(`${wall === '' ? 'nothing' : wall} is no date and time`, () => {
    expect(readWall('Europe/Paris', wall)).toEqual({ is: 'invalid' });
  });
}
