import { Injectable } from '@nestjs/common';
import { reviewDueHours, ReviewSettings } from '#contexts/tasks/tasks.public.js';
import { type JobLease, JobWorker, ScheduledJob } from '#kernel/jobs';
import type { TenantSession } from '#kernel/persistence';
import type { Signal } from '../rule/reminder-rule.entity.js';
import { REMINDERS } from '../rule/reminders-job-name.js';
import { contactGaps } from './contact-source.js';
import { type ActiveRule, type DueSource, type RuleRange } from './due-source.js';
import { LATE_MS, ReminderPass, type PassOptions } from './reminder-pass.js';
import { formAssignments } from './form-source.js';
import { bookings, coachingSessions, interventions, liveSessions, memberTasks, reviews } from './instant-sources.js';
import { milestones } from './milestone-source.js';
import { installments, saleExpiries, salesCalls } from './selling-sources.js';
import { readActiveRules, readChanges, readLook, writeLook } from './reminder-looks.js';

/** The worker looks every second: what is due is seen within five seconds. */
const EVERY_MS = 3_000;
const HOUR_MS = 3_600_000;
/** After so many firings a step commits. */
const FIRINGS_OF_STEP = 500;
const ENROLLMENTS_OF_PASS = 200;

const SOURCES: Record<Exclude<Signal, 'review.due'>, DueSource> = {
  'member_task.due': memberTasks,
  'live_session.start': liveSessions,
  'coaching_session.start': coachingSessions,
  'booking.start': bookings,
  'intervention.due': interventions,
  'milestone.due': milestones,
  'form_assignment.close': formAssignments,
  'enrollment.no_contact': contactGaps,
  'installment.due': installments,
  'sales_call.start': salesCalls,
  'sale.expiry': saleExpiries,
};

/** The work of a run: passes in their order, and the rules as they are looked at. */
interface Work {
  passes: ReminderPass[];
  rules: Record<string, string>;
}

/**
 * Finds what is due: of each rule the moments since the last look, and what has changed since then and is due by a moment
 * that was looked at before. A step commits its firings; a run that is repeated finds the others.
 */
@Injectable()
export class RemindersJob extends ScheduledJob {
  readonly name = REMINDERS;

  constructor(
    jobs: JobWorker,
    private readonly settings: ReviewSettings,
  ) {
    super();
    jobs.add(this);
  }

  async run(lease: JobLease): Promise<Date | null> {
    const now = lease.now;
    const work = await lease.inTenant(async (tenant) => {
      const planned = await this.plan(tenant, now);
      if (planned) await this.step(tenant, planned, now);
      return planned;
    });
    if (work === null) return null;
    while (work.passes.length > 0) await lease.inTenant((tenant) => this.step(tenant, work, now));
    return new Date(now.getTime() + EVERY_MS);
  }

  /** Null without an active rule. */
  private async plan(tenant: TenantSession, now: Date): Promise<Work | null> {
    const rules = await readActiveRules(tenant);
    if (rules.length === 0) return null;
    const look = await readLook(tenant);
    const reviewHours = await reviewDueHours(tenant, this.settings);
    const lookedUntil = new Date(Math.min(look?.lookedUntil.getTime() ?? 0, now.getTime()));
    const states = Object.fromEntries(rules.map((rule) => [rule.id, stateOf(rule, reviewHours)]));
    const unchanged = new Set(look ? rules.filter(({ id }) => look.rules[id] === states[id]) : []);
    const late = new Date(now.getTime() - LATE_MS);
    const changes = late < lookedUntil ? await readChanges(tenant, lookedUntil) : undefined;
    const passes: ReminderPass[] = [];
    const sources = { ...SOURCES, 'review.due': reviews(reviewHours * HOUR_MS) };
    for (const [signal, source] of Object.entries(sources) as [Signal, DueSource][]) {
      const ofSignal = rules.filter((rule) => rule.signal === signal);
      const since = changes?.signals.has(signal) ? late : lookedUntil;
      const ranges = ofSignal.map((rule) => rangeOf(rule, unchanged.has(rule) ? since : late, now));
      passes.push(...passOf({ signal, source, ranges, now }));
      const seen = ofSignal.filter((rule) => unchanged.has(rule)).map((rule) => rangeOf(rule, late, lookedUntil));
      const { enrollments } = changes ?? { enrollments: [] };
      for (let from = 0; source.findOf && from < enrollments.length; from += ENROLLMENTS_OF_PASS) {
        const some = enrollments.slice(from, from + ENROLLMENTS_OF_PASS);
        passes.push(...passOf({ signal, source, ranges: seen, now, enrollments: some }));
      }
    }
    return { passes, rules: states };
  }

  private async step(tenant: TenantSession, work: Work, now: Date): Promise<void> {
    let fired = 0;
    while (work.passes.length > 0 && fired < FIRINGS_OF_STEP) {
      const [pass] = work.passes;
      fired += await pass.next(tenant, FIRINGS_OF_STEP);
      if (pass.isDone) work.passes.shift();
    }
    if (work.passes.length === 0) await writeLook(tenant, { lookedUntil: now, rules: work.rules });
  }
}

/** Another one than at the last look: what has not fired is looked for again. */
function stateOf({ signal, offsetMinutes, days, activeSince }: ActiveRule, reviewHours: number): string {
  return [activeSince.toISOString(), offsetMinutes ?? days, ...(signal === 'review.due' ? [reviewHours] : [])].join(
    ' ',
  );
}

/** The moments after an instant that are not before the rule became active. */
function rangeOf(rule: ActiveRule, after: Date, until: Date): RuleRange {
  const active = rule.activeSince.getTime() - 1;
  return { rule, after: new Date(Math.max(after.getTime(), active)), until };
}

/** None where no range has a moment. */
function passOf({ ranges, ...options }: PassOptions): ReminderPass[] {
  const open = ranges.filter(({ after, until }) => after < until);
  return open.length === 0 ? [] : [new ReminderPass({ ...options, ranges: open })];
}
