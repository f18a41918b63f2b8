import type { TenantSession } from '#kernel/persistence';
import type { Signal } from '../rule/reminder-rule.entity.js';
import { withoutDone, type Candidate } from './due-checks.js';
import { DAY_MS, momentOf, type DueSource, type DueWindow, type FoundThing, type RuleRange } from './due-source.js';
import { recordFirings } from './record-firings.js';

/** A moment that is longer ago is recorded as missed. */
export const LATE_MS = DAY_MS;
const MIN_EACH = 20;

export interface PassOptions {
  signal: Signal;
  source: DueSource;
  ranges: readonly RuleRange[];
  now: Date;
  /** Only their things; otherwise those of all enrollments. */
  enrollments?: readonly string[];
}

/** Goes through the ranges of the rules of one signal, in batches. */
export class ReminderPass {
  isDone = false;
  private windows: DueWindow[] | undefined;
  /** Found beyond the last windows, and not yet recorded. */
  private rest: Candidate[] = [];

  constructor(private readonly options: PassOptions) {}

  /** Records the next firings. Returns their number, which is about `limit` at most. */
  async next(tenant: TenantSession, limit: number): Promise<number> {
    const { source, ranges, now } = this.options;
    this.windows ??= await source.windowsOf(tenant, ranges);
    const isMore = this.rest.length === 0 && this.windows.length > 0;
    const found = isMore ? await this.find(tenant, this.windows, limit) : this.rest;
    const things = await withoutDone(tenant, found);
    const recorded = things.slice(0, 2 * limit);
    await recordFirings(tenant, recorded, now);
    this.rest = things.slice(recorded.length);
    this.isDone = this.rest.length === 0 && (this.options.enrollments !== undefined || this.windows.length === 0);
    return recorded.length;
  }

  private async find(tenant: TenantSession, windows: readonly DueWindow[], limit: number): Promise<Candidate[]> {
    const { source, enrollments } = this.options;
    if (enrollments) return this.candidates(windows, (await source.findOf?.(tenant, windows, enrollments)) ?? []);
    const each = Math.max(MIN_EACH, Math.ceil(limit / windows.length));
    const rows = await source.find(tenant, windows, each);
    this.windows = windows.flatMap((window, n) => {
      const own = rows.filter((row) => row.n === n).sort(byPlace);
      const last = own.at(-1);
      return last && own.length >= each ? { ...window, after: last.at, afterId: last.place } : [];
    });
    return this.candidates(windows, rows);
  }

  private candidates(windows: readonly DueWindow[], rows: readonly FoundThing[]): Candidate[] {
    const { signal, source, now } = this.options;
    return rows.flatMap(({ n, at, place: _place, ...row }) => {
      const { range, dueOf } = windows[n];
      const dueAt = dueOf(at);
      const moment = momentOf(range.rule, dueAt);
      if (moment <= range.after || moment > range.until) return [];
      const { resourceType, oncePerInstant } = source;
      const gapSince = oncePerInstant ? at : null;
      const isMissed = moment.getTime() < now.getTime() - LATE_MS;
      return { ...row, reminderRuleId: range.rule.id, signal, resourceType, dueAt, moment, gapSince, isMissed };
    });
  }
}

function byPlace(one: FoundThing, other: FoundThing): number {
  return one.at.getTime() - other.at.getTime() || (one.place < other.place ? -1 : 1);
}
