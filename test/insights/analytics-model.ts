import fc from 'fast-check';
import { type Learned, learned, type Lessons, lessons, meanChangeOf, progressOf } from './learning-model.js';

/** A history of a cohort in whole hours since its beginning. */
export interface History {
  lives: { startsAt: number }[];
  members: Member[];
  lessons: Lessons;
}

interface Member {
  status: string;
  enrolledAt: number;
  closedAt: number | null;
  pauses: { from: number; to: number }[];
  notes: number[];
  sessions: number[];
  blockers: { openedAt: number; resolvedAt: number | null }[];
  attendance: ('present' | 'absent' | 'excused' | null)[];
  interventions: { status: string; plannedAt: number; dueAt: number; closedAt: number | null }[];
  tasks: Task[];
  learned: Learned;
}

interface Task {
  dueAt: number | null;
  publishedAt: number;
  completedAt: number | null;
  archivedAt: number | null;
  submissions: { submittedAt: number; status: string; reviewedAt: number | null }[];
  extension: { grantedAt: number; hours: number } | null;
}

export interface Window {
  since: number;
  before: number;
  now: number;
}

const EFFECT_HOURS = 14 * 24;
const WEEK_HOURS = 7 * 24;

export function histories(now: number): fc.Arbitrary<History> {
  const hour = fc.integer({ min: 0, max: now - 1 });
  const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
  const after = (from: number) => fc.integer({ min: from, max: now });
  const few = <T>(arbitrary: fc.Arbitrary<T>, maxLength: number) => fc.array(arbitrary, { maxLength });
  const blocker = hour.chain((openedAt) =>
    fc.record({ openedAt: fc.constant(openedAt), resolvedAt: maybe(after(openedAt)) }),
  );
  const intervention = hour.chain((plannedAt) =>
    fc.record({ plannedAt: fc.constant(plannedAt), dueAt: hour, closedAt: maybe(after(plannedAt)) }).chain((one) =>
      fc.record({
        ...{
          plannedAt: fc.constant(one.plannedAt),
          dueAt: fc.constant(one.dueAt),
          closedAt: fc.constant(one.closedAt),
        },
        status: one.closedAt === null ? fc.constant('planned') : fc.constantFrom('completed', 'completed', 'cancelled'),
      }),
    ),
  );
  const submission = hour.chain((submittedAt) =>
    maybe(after(submittedAt)).chain((reviewedAt) =>
      fc.record({
        ...{ submittedAt: fc.constant(submittedAt), reviewedAt: fc.constant(reviewedAt) },
        status: reviewedAt === null ? fc.constant('pending') : fc.constantFrom('accepted', 'changes_requested'),
      }),
    ),
  );
  const task = hour.chain((publishedAt) =>
    fc.record({
      publishedAt: fc.constant(publishedAt),
      dueAt: maybe(fc.integer({ min: 0, max: now + 500 })),
      completedAt: maybe(after(publishedAt)),
      archivedAt: maybe(after(publishedAt)),
      submissions: few(submission, 2),
      extension: maybe(fc.record({ grantedAt: hour, hours: fc.integer({ min: 1, max: 600 }) })),
    }),
  );
  const pauses = fc
    .uniqueArray(hour, { maxLength: 4 })
    .map((hours) => hours.sort((a, b) => a - b))
    .map((hours) =>
      hours.flatMap((from, index) =>
        index % 2 === 0 && index + 1 < hours.length ? [{ from, to: hours[index + 1] }] : [],
      ),
    );
  const member = fc
    .constantFrom('pending', 'active', 'active', 'paused', 'completed', 'withdrawn', 'failed', 'transferred')
    .chain((status) =>
      hour.chain((enrolledAt) =>
        fc.record({
          ...{ status: fc.constant(status), enrolledAt: fc.constant(enrolledAt) },
          closedAt: ['pending', 'active', 'paused'].includes(status) ? fc.constant(null) : after(enrolledAt),
          ...{ pauses, notes: few(hour, 2), sessions: few(hour, 2), blockers: few(blocker, 2) },
          attendance: few(fc.constantFrom('present', 'absent', 'excused', null), 2),
          ...{ interventions: few(intervention, 3), tasks: few(task, 3), learned: learned(hour) },
        }),
      ),
    );
  return fc.record({ lives: few(fc.record({ startsAt: hour }), 2), members: few(member, 4), lessons });
}

export function isWithin(hour: number | null, { since, before }: Window): boolean {
  return hour !== null && since <= hour && hour < before;
}

const missing = (reason: string) => ({ measured: false, reason });

/** Quantiles by their definition: between the two values around the place. */
function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = share * (sorted.length - 1);
  const below = sorted[Math.floor(place)];
  return below + (place - Math.floor(place)) * (sorted[Math.ceil(place)] - below);
}

function quantiles(values: readonly number[], reason: string) {
  if (values.length === 0) return missing(reason);
  return { measured: true, median: quantile(values, 0.5), p90: quantile(values, 0.9), sample: values.length };
}

const rate = (part: number, sample: number, reason: string) =>
  sample === 0 ? missing(reason) : { measured: true, rate: part / sample, sample };

/** The rhythm at an hour: 0 at risk, 1 late, 2 on time; null is unknown. */
function rhythmAt({ blockers, tasks }: Member, hour: number): number | null {
  if (blockers.some((one) => one.openedAt <= hour && (one.resolvedAt ?? Infinity) > hour)) return 0;
  let found: number | null = null;
  for (const { dueAt, publishedAt, completedAt, archivedAt, submissions, extension } of tasks) {
    if (dueAt === null || publishedAt > hour || (archivedAt ?? Infinity) <= hour) continue;
    const deadline = extension !== null && extension.grantedAt > hour ? dueAt - extension.hours : dueAt;
    const isDone = (completedAt ?? Infinity) <= hour || submissions.some(({ submittedAt }) => submittedAt <= hour);
    if (deadline < hour && !isDone) return 1;
    found = 2;
  }
  return found;
}

function effectOf(members: readonly Member[], window: Window) {
  const counts = { improved: 0, unchanged: 0, worsened: 0 };
  let [completed, passed] = [0, 0];
  for (const member of members)
    for (const { status, plannedAt, closedAt } of member.interventions) {
      if (status !== 'completed' || closedAt === null || !isWithin(closedAt, window)) continue;
      completed += 1;
      if (closedAt + EFFECT_HOURS > window.now) continue;
      passed += 1;
      const [before, after] = [rhythmAt(member, plannedAt), rhythmAt(member, closedAt + EFFECT_HOURS)];
      if (before === null || after === null) continue;
      counts[after > before ? 'improved' : after < before ? 'worsened' : 'unchanged'] += 1;
    }
  const sample = counts.improved + counts.unchanged + counts.worsened;
  if (sample > 0) return { measured: true, ...counts, sample };
  return missing(completed === 0 ? 'none_closed' : passed === 0 ? 'too_early' : 'rhythm_unknown');
}

/** Hour by hour, which is another way than that of the service. */
function contactsOf(members: readonly Member[], window: Window) {
  let [contacts, hours, sample] = [0, 0, 0];
  for (const { enrolledAt, closedAt, pauses, notes, sessions } of members) {
    contacts += [...notes, ...sessions].filter((hour) => isWithin(hour, window)).length;
    let own = 0;
    for (let hour = window.since; hour < Math.min(window.before, window.now); hour += 1) {
      const isEnrolled = enrolledAt <= hour && hour < (closedAt ?? Infinity);
      if (isEnrolled && !pauses.some(({ from, to }) => from <= hour && hour < to)) own += 1;
    }
    hours += own;
    if (own > 0) sample += 1;
  }
  if (sample === 0) return missing('no_active_time');
  return { measured: true, perActiveMemberWeek: contacts / (hours / WEEK_HOURS), sample };
}

function submissionsOf(members: readonly Member[], window: Window) {
  const firsts = members
    .flatMap(({ tasks }) => tasks)
    .flatMap(({ dueAt, submissions }) => {
      const [first] = [...submissions].sort((a, b) => a.submittedAt - b.submittedAt);
      return first !== undefined && isWithin(first.submittedAt, window) ? [{ ...first, dueAt }] : [];
    });
  if (firsts.length === 0) return missing('none_handed_in');
  const withDeadline = firsts.filter(({ dueAt }) => dueAt !== null);
  const onTime = withDeadline.filter(({ submittedAt, dueAt }) => submittedAt <= (dueAt ?? 0));
  const reviewed = firsts.filter(({ status }) => status !== 'pending');
  const accepted = firsts.filter(({ status }) => status === 'accepted');
  const handedIn = firsts.length;
  return {
    ...{ measured: true, handedIn, sample: handedIn },
    onTimeRate: withDeadline.length === 0 ? null : onTime.length / withDeadline.length,
    firstTimeAcceptedRate: reviewed.length === 0 ? null : accepted.length / reviewed.length,
  };
}

function attendanceOf({ lives, members }: History, window: Window) {
  const past = lives.map(({ startsAt }) => isWithin(startsAt, window) && startsAt + 1 <= window.now);
  const statuses = members.flatMap(({ attendance }) => attendance.filter((_, index) => past[index]));
  const count = (status: string) => statuses.filter((one) => one === status).length;
  const [present, sample] = [count('present'), count('present') + count('absent')];
  if (!past.includes(true)) return missing('no_past_live');
  if (sample === 0) return missing('attendance_not_recorded');
  return { measured: true, presentRate: present / sample, excused: count('excused'), sample };
}

export function recount(history: History, window: Window) {
  const { members } = history;
  const within = (hour: number | null) => isWithin(hour, window);
  const closed = members.filter(({ closedAt }) => within(closedAt));
  const completed = closed.filter(({ status }) => status === 'completed');
  const interventions = members.flatMap((member) => member.interventions);
  const ended = (status: string) => interventions.filter((one) => one.status === status && within(one.closedAt));
  const onTime = ended('completed').filter(({ closedAt, dueAt }) => (closedAt ?? Infinity) <= dueAt);
  const statuses = ['pending', 'active', 'paused', 'completed', 'withdrawn', 'failed', 'transferred'];
  const reviews = members.flatMap(({ tasks }) => tasks.flatMap(({ submissions }) => submissions));
  return {
    enrollments: {
      byStatus: Object.fromEntries(
        statuses.map((status) => [status, members.filter((one) => one.status === status).length]),
      ),
      ...{ entered: members.filter(({ enrolledAt }) => within(enrolledAt)).length, left: closed.length },
    },
    completion: rate(completed.length, closed.length, 'none_closed'),
    daysToComplete: quantiles(
      completed.map(({ enrolledAt, closedAt }) => ((closedAt ?? 0) - enrolledAt) / 24),
      'none_completed',
    ),
    submissions: submissionsOf(members, window),
    reviewHours: quantiles(
      reviews.filter(({ reviewedAt }) => within(reviewedAt)).map((one) => (one.reviewedAt ?? 0) - one.submittedAt),
      'none_reviewed',
    ),
    attendance: attendanceOf(history, window),
    contacts: contactsOf(members, window),
    interventions: {
      planned: interventions.filter(({ plannedAt }) => within(plannedAt)).length,
      ...{ completed: ended('completed').length, cancelled: ended('cancelled').length },
      onTimeRate: rate(onTime.length, ended('completed').length, 'none_closed'),
      effect: effectOf(members, window),
    },
    progress: progressOf(members, history.lessons),
    meanChange: meanChangeOf(members, window.before),
  };
}
