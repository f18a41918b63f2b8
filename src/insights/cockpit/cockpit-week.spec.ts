import { describe, expect, it } from '@jest/globals';
import { weekOf } from './cockpit-week.js';

describe('the week of a cohort', () => {
  it('counts calendar days from 1, seven to a week', () => {
    expect(weekOf('2030-01-07', 'UTC', new Date('2030-01-07T00:00:00Z'))).toBe(1);
    expect(weekOf('2030-01-07', 'UTC', new Date('2030-01-13T23:59:59Z'))).toBe(1);
    expect(weekOf('2030-01-07', 'UTC', new Date('2030-01-14T00:00:00Z'))).toBe(2);
  });

  it('is 0 before the start', () => {
    expect(weekOf('2030-01-07', 'UTC', new Date('2030-01-06T23:59:59Z'))).toBe(0);
  });

  it('follows the calendar of the time zone, not UTC', () => {
    const instant = new Date('2030-01-06T20:00:00Z');
    expect(weekOf('2030-01-07', 'UTC', instant)).toBe(0);
    expect(weekOf('2030-01-07', 'Asia/Kolkata', instant)).toBe(1);
    expect(weekOf('2030-01-07', 'America/New_York', new Date('2030-01-07T02:00:00Z'))).toBe(0);
  });

  it('is not moved by a change of the clocks', () => {
    expect(weekOf('2030-03-25', 'Europe/Paris', new Date('2030-04-01T00:30:00+02:00'))).toBe(2);
    expect(weekOf('2030-03-25', 'Europe/Paris', new Date('2030-03-31T23:30:00+02:00'))).toBe(1);
  });
});
