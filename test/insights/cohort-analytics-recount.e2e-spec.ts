import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { CohortAnalytics } from '#insights/cohort-analytics/cohort-analytics.dto.js';
import { Clock } from '#kernel/clock';
import { useSchool } from '../support/use-school.js';
import { type History, histories, isWithin, recount, type Window } from './analytics-model.js';

const NOW = new Date('2030-03-20T12:00:00.000Z');
const HOUR_MS = 3_600_000;

const { app, school } = useSchool();

beforeEach(() => {
  app.nest.get(Clock, { strict: false }).now = () => NOW;
});

/** The model counts hours from its own beginning. */
const BEGIN = new Date('2029-12-01T00:00:00.000Z').getTime();
const NOW_HOUR = (NOW.getTime() - BEGIN) / HOUR_MS;
const at = (hour: number): Date => new Date(BEGIN + hour * HOUR_MS);
const orNull = (hour: number | null): Date | null => (hour === null ? null : at(hour));

async function store(history: History, cohort_id: string, program_id: string): Promise<void> {
  const course_id = await school.course({ program_id, status: 'published' });
  const lessonIds: string[] = [];
  for (const required of history.lessons)
    lessonIds.push(await school.lesson({ course_id, status: 'published', required }));
  const measureId = await school.outcomeMeasure({ program_id });
  const lives = [];
  for (const { startsAt } of history.lives) {
    lives.push(await school.liveSession([cohort_id], { starts_at: at(startsAt), ends_at: at(startsAt + 1) }));
  }
  for (const member of history.members) {
    const id = await school.enrollment({
      ...{ cohort_id, status: member.status },
      ...{ enrolled_at: at(member.enrolledAt), closed_at: orNull(member.closedAt) },
    });
    for (const [index, pause] of member.pauses.entries()) {
      const change = { enrollment_id: id, position: 2 * index + 1, from_status: 'active', to_status: 'paused' };
      await school.insert('enrollment_status_changes', { ...change, changed_at: at(pause.from) });
      const resumed = { enrollment_id: id, position: 2 * index + 2, from_status: 'paused', to_status: 'active' };
      await school.insert('enrollment_status_changes', { ...resumed, changed_at: at(pause.to) });
    }
    for (const place of member.learned.completed) {
      if (place < lessonIds.length) await school.lessonCompletion(id, course_id, lessonIds[place]);
    }
    for (const { kind, value, measuredAt, isVoid } of member.learned.entries) {
      const voided = isVoid ? { voided_at: NOW, voided_by: school.owner.accountId, void_reason: 'Wrong' } : {};
      await school.outcomeEntry(id, measureId, {
        kind,
        value,
        measured_at: at(measuredAt),
        recorded_at: NOW,
        ...voided,
      });
    }
    for (const note of member.notes) await school.note(id, { written_at: at(note) });
    for (const held of member.sessions) await school.coachingSession(id, { status: 'held', held_at: at(held) });
    for (const { openedAt, resolvedAt } of member.blockers) {
      const status = resolvedAt === null ? 'open' : 'resolved';
      await school.blocker(id, { status, opened_at: at(openedAt), resolved_at: orNull(resolvedAt) });
    }
    for (const [index, status] of member.attendance.entries()) {
      if (status !== null && index < lives.length) await school.attendance(lives[index], id, status);
    }
    for (const one of member.interventions) {
      const closed = one.closedAt === null ? {} : { closed_at: at(one.closedAt), closed_by: school.owner.accountId };
      await school.intervention(id, {
        ...{ status: one.status, planned_at: at(one.plannedAt), due_at: at(one.dueAt) },
        ...closed,
      });
    }
    for (const one of member.tasks) {
      const task = await school.task({
        ...{ enrollment_id: id, due_at: orNull(one.dueAt), published_at: at(one.publishedAt) },
        ...{ completed_at: orNull(one.completedAt), archived_at: orNull(one.archivedAt) },
        status: one.archivedAt !== null ? 'archived' : one.completedAt !== null ? 'completed' : 'published',
      });
      const deliverable = one.submissions.length > 0 ? await school.deliverable(task) : '';
      for (const { submittedAt, status, reviewedAt } of one.submissions) {
        const row = { submitted_at: at(submittedAt), status, reviewed_at: orNull(reviewedAt) };
        await school.submission(deliverable, task, id, row);
      }
      if (one.extension !== null && one.dueAt !== null) {
        const granted = { granted_by: school.owner.accountId, granted_at: at(one.extension.grantedAt) };
        const deadline_extension_id = await school.insert('deadline_extensions', {
          ...{ enrollment_id: id, scope: 'tasks', reason: 'Illness', ...granted },
        });
        await school.insert('deadline_extension_tasks', {
          ...{ deadline_extension_id, member_task_id: task, title: 'Plan', overdue: false },
          ...{ from_due_at: at(one.dueAt - one.extension.hours), to_due_at: at(one.dueAt) },
        });
      }
    }
  }
}

/** The figures that the model counts, of the response. */
function figuresOf({ cohort, scope, period, provenance, unavailable, asOf, outcomes, ...rest }: CohortAnalytics) {
  return { ...rest, meanChange: outcomes[0].meanChange };
}

describe('the analytics of random histories', () => {
  it('are those that a plain recount of the facts finds', async () => {
    const measured = new Set<string>();
    await fc.assert(
      fc.asyncProperty(histories(NOW_HOUR), fc.nat({ max: 100 }), fc.nat({ max: 109 }), async (history, one, other) => {
        const program_id = await school.program();
        const cohort_id = await school.cohort({ program_id });
        await store(history, cohort_id, program_id);
        const days = [one, other].sort((a, b) => a - b);
        const [from, to] = days.map((day) =>
          at(24 * day)
            .toISOString()
            .slice(0, 10),
        );
        const window: Window = { since: 24 * days[0], before: 24 * (days[1] + 1), now: NOW_HOUR };
        const response = await school.owner.client.get(`/cohorts/${cohort_id}/analytics?from=${from}&to=${to}`);
        expect(response.status).toBe(200);
        const figures = figuresOf(response.body.data as CohortAnalytics);
        expect(rounded(figures)).toEqual(rounded(recount(history, window)));
        for (const [name, figure] of Object.entries({ ...figures, ...figures.interventions })) {
          if (typeof figure === 'object' && 'measured' in figure) measured.add(`${name} ${figure.measured}`);
        }
        expect(isWithin(window.since, window)).toBe(true);
      }),
      { numRuns: 40, seed: 20_261_125 },
    );
    // The histories are of some use only if each figure is measured in some, and not in others.
    const figures = ['completion', 'submissions', 'reviewHours', 'attendance', 'contacts', 'effect'];
    for (const name of [...figures, 'progress', 'meanChange'])
      for (const state of ['true', 'false']) expect([...measured]).toContain(`${name} ${state}`);
  });
});

/** Fractions of the two computations differ in their last digits. */
function rounded(value: object): unknown {
  return JSON.parse(JSON.stringify(value), (_, one: unknown) =>
    typeof one === 'number' ? Number(one.toFixed(9)) : one,
  );
}
