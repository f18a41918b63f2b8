import type { Staff } from './cohorts/cohort-teller.js';
import type { Story } from './story.js';

const RULES = [
  { name: 'Three days before a deadline', signal: 'member_task.due', offsetMinutes: -4_320 },
  { name: 'A day before a live session', signal: 'live_session.start', offsetMinutes: -1_440 },
  { name: 'A review is overdue', signal: 'review.due', offsetMinutes: 0 },
  { name: 'Two weeks without a contact', signal: 'enrollment.no_contact', days: 14 },
] as const;

const PAUSED_RULE = { name: 'An hour before a booking', signal: 'booking.start', offsetMinutes: -60 };

/** Enters the organization's own settings and its reminder rules. */
export function tellOfSettings(story: Story, { owner, admin }: Staff): void {
  story.on(-100, () => owner.door('update_organization', { reviewDueHours: 48 }));
  story.on(-38, async () => {
    for (const rule of RULES) await admin.door('create_reminder_rule', rule);
    const { id: reminderRuleId } = await admin.door('create_reminder_rule', PAUSED_RULE);
    story.on(-10.2, () => admin.door('pause_reminder_rule', { reminderRuleId }));
  });
}
