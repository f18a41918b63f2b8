import { describe, expect, it } from '@jest/globals';
import { iCalendar, type CalendarEvent } from './icalendar.js';

const event = (fields: Partial<CalendarEvent> = {}): CalendarEvent => ({
  ...{ uid: 'one@organization', sequence: 2, changedAt: new Date('2030-01-01T10:00:00.999Z') },
  ...{ startsAt: new Date('2030-01-15T10:00:00Z'), endsAt: new Date('2030-01-15T10:30:00Z') },
  ...{ summary: 'Weekly live', description: 'Time zone: Europe/Paris', url: 'https://meet.example.com/a;b,c' },
  ...{ isCancelled: false, isFree: false },
  ...fields,
});
const unfolded = (text: string) => text.replaceAll('\r\n ', '').split('\r\n');

describe('a calendar', () => {
  it('is written line by line, with instants in UTC', () => {
    expect(unfolded(iCalendar('Mine', [event()]))).toEqual([
      ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Delivery Service//Calendar feed//EN', 'CALSCALE:GREGORIAN'],
      ...['METHOD:PUBLISH', 'X-WR-CALNAME:Mine', 'REFRESH-INTERVAL;VALUE=DURATION:PT15M'],
      ...['BEGIN:VEVENT', 'UID:one@organization', 'DTSTAMP:20300101T100000Z', 'LAST-MODIFIED:20300101T100000Z'],
      ...['SEQUENCE:2', 'DTSTART:20300115T100000Z', 'DTEND:20300115T103000Z', 'SUMMARY:Weekly live'],
      ...['DESCRIPTION:Time zone: Europe/Paris', 'LOCATION:https://meet.example.com/a\\;b\\,c'],
      ...['URL:https://meet.example.com/a;b,c', 'STATUS:CONFIRMED', 'TRANSP:OPAQUE', 'END:VEVENT', 'END:VCALENDAR', ''],
    ]);
  });

  it('escapes what separates values, and line breaks', () => {
    const text = iCalendar('a,b', [event({ summary: 'a\\b;c,d\ne\r\nf\u2028g\u0007', url: null })]);
    expect(unfolded(text)).toContain('SUMMARY:a\\\\b\\;c\\,d\\ne\\nf\\ng');
    expect(unfolded(text)).toContain('X-WR-CALNAME:a\\,b');
    expect(text).not.toContain('URL');
  });

  it('has the end of an event that takes time, and cancelled ones with their status', () => {
    const [none, cancelled] = [event({ endsAt: null }), event({ endsAt: event().startsAt, isCancelled: true })];
    expect(iCalendar('x', [none, cancelled])).not.toContain('DTEND');
    expect(unfolded(iCalendar('x', [cancelled]))).toContain('STATUS:CANCELLED');
  });

  it('folds lines at 75 octets, never inside of a character', () => {
    for (const character of ['a', 'é', '語', '👩🏽']) {
      for (let length = 1; length < 120; length += 1) {
        const summary = character.repeat(length);
        const text = iCalendar('x', [event({ summary })]);
        const sizes = text.split('\r\n').map((line) => Buffer.byteLength(line));
        expect(Math.max(...sizes)).toBeLessThanOrEqual(75);
        expect(unfolded(text)).toContain(`SUMMARY:${summary}`);
      }
    }
    const [first, second] = iCalendar('x', [event({ summary: 'a'.repeat(68) })])
      .split('SUMMARY')[1]
      .split('\r\n');
    expect([first, second]).toEqual([`:${'a'.repeat(67)}`, ' a']);
  });
});
