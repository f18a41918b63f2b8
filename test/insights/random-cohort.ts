import type { Dice } from '../support/dice.js';
import type { School } from '../support/school.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const STATUSES = ['pending', 'active', 'active', 'active', 'paused', 'completed', 'withdrawn'];

export interface RandomCohort {
  id: string;
  enrollmentIds: string[];
}

/** A cohort of some enrollments, each with some of everything that the cockpit counts, around `now`. */
export async function randomCohort(school: School, dice: Dice, now: Date): Promise<RandomCohort> {
  const id = await school.cohort();
  const lives = await Promise.all(Array.from({ length: dice.below(4) }, () => live(school, dice, id, now)));
  const enrollmentIds: string[] = [];
  for (let count = dice.below(9); count > 0; count -= 1) {
    const enrollmentId = await school.enrollment({ cohort_id: id, status: dice.pick(STATUSES) });
    enrollmentIds.push(enrollmentId);
    for (const liveId of lives) {
      if (dice.chance(0.7)) await school.attendance(liveId, enrollmentId, dice.pick(['present', 'absent', 'excused']));
    }
    await work(school, dice, enrollmentId, now);
    await follow(school, dice, enrollmentId, now);
  }
  return { id, enrollmentIds };
}

function live(school: School, dice: Dice, cohortId: string, now: Date): Promise<string> {
  const startsAt = around(dice, now, 10 * DAY_MS);
  return school.liveSession([cohortId], {
    starts_at: startsAt,
    ends_at: new Date(startsAt.getTime() + HOUR_MS),
    status: dice.chance(0.2) ? 'cancelled' : 'scheduled',
  });
}

async function work(school: School, dice: Dice, enrollmentId: string, now: Date): Promise<void> {
  for (let count = dice.below(3); count > 0; count -= 1) {
    const taskId = await school.task({
      enrollment_id: enrollmentId,
      status: dice.pick(['draft', 'published', 'published', 'completed', 'archived']),
      due_at: dice.chance(0.8) ? around(dice, now, 10 * DAY_MS) : null,
    });
    if (!dice.chance(0.4)) continue;
    const submitted = { submitted_at: new Date(now.getTime() - dice.below(6 * DAY_MS)) };
    await school.submission(await school.deliverable(taskId), taskId, enrollmentId, submitted);
  }
}

async function follow(school: School, dice: Dice, enrollmentId: string, now: Date): Promise<void> {
  const past = (): Date => new Date(now.getTime() - dice.below(30 * DAY_MS));
  if (dice.chance(0.3)) await school.note(enrollmentId, { written_at: past() });
  if (dice.chance(0.3)) await school.coachingSession(enrollmentId, { status: 'held', held_at: past() });
  if (dice.chance(0.3)) await school.intervention(enrollmentId);
  for (let count = dice.below(3); count > 0; count -= 1) {
    const status = dice.pick(['open', 'resolved']);
    await school.blocker(enrollmentId, { status, urgency: dice.pick(['normal', 'urgent']), opened_at: past() });
  }
}

function around(dice: Dice, now: Date, most: number): Date {
  return new Date(now.getTime() + dice.below(2 * most) - most);
}
