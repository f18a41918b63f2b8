import { isCalendarDate, parseInstant } from '#kernel/fields';

/** An instant, or a day in UTC. */
const FORM = 'must be an ISO 8601 date, or date and time';

export function periodIssue(value: unknown): string | undefined {
  return typeof value === 'string' && boundOf(value, 'from') !== null ? undefined : FORM;
}

/** The first instant of a period that begins, or the last one of a period that ends, with what was sent. */
export function boundOf(sent: string, end: 'from' | 'to'): Date | null {
  if (!isCalendarDate(sent)) return parseInstant(sent);
  return new Date(`${sent}T${end === 'from' ? '00:00:00.000' : '23:59:59.999'}Z`);
}
