import type { Schemas } from '@delivery-service/client';
import { reminders as t } from '../../strings/reminders.js';
import { unitOf } from '../../ui/offset.js';
import { CohortLink, ProgramLink } from '../../ui/resource-link.js';

type Rule = Schemas['ReminderRule'];

/** When a rule fires, such as "3 days before the deadline of a task". */
export function whenOf({ signal, offsetMinutes, days }: Rule): string {
  if (offsetMinutes === null) return t.noContact(days ?? 0);
  const thing = t.signals[signal] ?? signal;
  if (offsetMinutes === 0) return t.at(thing);
  const { unit, amount } = unitOf(offsetMinutes);
  return t.offset(t.units[unit](amount), offsetMinutes < 0 ? 'before' : 'after', thing);
}

export function Covers({ rule: { cohortId, programId } }: { rule: Rule }) {
  if (cohortId !== null) return <CohortLink cohortId={cohortId} />;
  if (programId !== null) return <ProgramLink programId={programId} />;
  return t.everything;
}
