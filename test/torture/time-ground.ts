import type { School } from '../support/school.js';
import { expectedOf } from './operations.js';

const HOUR_MS = 3_600_000;
const REMINDED = 30;
const FED = ['group.created', 'intervention.planned', 'booking.created', 'coaching_session.created', 'reminder.due'];

/** What is booked, and what time itself brings: tasks that become due one after the other, and a feed of events. */
export interface TimeGround {
  bookingTypeId: string;
  bookable: string[];
  /** Fewer than those who want one. */
  slots: string[];
  feedId: string;
}

export async function buildTimes(school: School, keys: number): Promise<TimeGround> {
  const now = Date.now();
  const wanted = expectedOf('book_slot', keys);
  const midnight = Math.ceil(now / HOUR_MS + 24) * HOUR_MS;
  const slots = Array.from({ length: Math.ceil(wanted * 0.6) }, (_, n) =>
    new Date(midnight + (n * HOUR_MS) / 2).toISOString(),
  );
  const cohortId = await school.cohort();
  const bookable: string[] = [];
  for (let n = 0; n < wanted / 2; n += 1) bookable.push(await school.enrollment({ cohort_id: cohortId }));
  await school.reminderRule({ cohort_id: cohortId });
  await school.insert('scheduled_jobs', { name: 'reminders', due_at: new Date(now) });
  for (let n = 0; n < REMINDED; n += 1) {
    const due_at = new Date(now + (n + 1) * 1_000);
    await school.task({ enrollment_id: bookable[n % bookable.length], title: `remind-${n}`, due_at });
  }
  return {
    bookingTypeId: await school.bookingType(),
    bookable,
    slots,
    feedId: await school.eventFeed({ event_names: FED }),
  };
}
