import type { School } from '../support/school.js';
import type { Row } from '../support/tenant.js';

const HOUR = 3_600_000;

/** The tables whose open rows go along. */
export const MOVING = [
  'member_tasks',
  'submissions',
  'blockers',
  'interventions',
  'coaching_sessions',
  'video_questions',
] as const;
type Moving = (typeof MOVING)[number];

/** The rows of an enrollment that has everything, by what a transfer does with them. */
export interface Classroom {
  enrollmentId: string;
  memberId: string;
  from: string;
  to: string;
  coach: string;
  moving: Record<Moving, string[]>;
  staying: Record<Moving | 'enrollment_notes', string[]>;
  /** The groups of its memberships. */
  groups: Record<'organization' | 'program' | 'cohort' | 'archived', string>;
}

/** An active enrollment with open and finished work of each kind. The target cohort is of another program unless given. */
export async function classroom(school: School, { toCohort = {}, enrollment = {} } = {}): Promise<Classroom> {
  const programId = await school.program();
  const from = await school.cohort({ program_id: programId });
  const to = await school.cohort({ capacity: 20, ...toCohort });
  const { memberId } = await school.person();
  const enrollmentId = await school.enrollment({ cohort_id: from, member_id: memberId, ...enrollment });
  const task = (row: Row) => school.task({ enrollment_id: enrollmentId, ...row });
  const dueAt = new Date(school.app.now().getTime() + 48 * HOUR);
  const tasks = {
    draft: await task({ status: 'draft' }),
    published: await task({ due_at: dueAt }),
    completed: await task({ status: 'completed', completed_at: school.app.now() }),
    archived: await task({ status: 'archived' }),
  };
  const handIn = async (taskId: string) =>
    school.submission(await school.deliverable(taskId), taskId, enrollmentId, { status: 'accepted' });
  const submissions = [await handIn(tasks.published), await handIn(tasks.completed)];
  const blocker = (row: Row = {}) => school.blocker(enrollmentId, row);
  const resolved = { status: 'resolved', resolved_at: school.app.now(), resolved_by: school.owner.accountId };
  const blockers = { open: await blocker(), named: await blocker(resolved), over: await blocker(resolved) };
  const intervention = (row: Row = {}) => school.intervention(enrollmentId, row);
  const closed = { status: 'completed', closed_at: school.app.now(), closed_by: school.owner.accountId };
  const interventions = {
    planned: await intervention(),
    onNamed: await intervention({ blocker_id: blockers.named }),
    closedOnOpen: await intervention({ ...closed, blocker_id: blockers.open }),
    closedOnNamed: await intervention({ ...closed, blocker_id: blockers.named }),
    closed: await intervention(closed),
    closedOnOver: await intervention({ ...closed, blocker_id: blockers.over }),
  };
  const session = (row: Row = {}) => school.coachingSession(enrollmentId, row);
  const sessions = [
    await session(),
    await session({ status: 'held', held_at: school.app.now() }),
    await session({ status: 'cancelled' }),
  ];
  const question = (row: Row = {}) => school.videoQuestion(enrollmentId, row);
  const questions = [
    await question(),
    await question({ status: 'answered', answered_by: school.owner.accountId, answered_at: school.app.now() }),
    await question({ status: 'declined' }),
    await question({ status: 'withdrawn' }),
  ];
  const groups = {
    organization: await school.group(),
    program: await school.group({ scope: 'program', program_id: programId }),
    cohort: await school.group({ scope: 'cohort', program_id: programId, cohort_id: from }),
    archived: await school.group({ archived_at: school.app.now() }),
  };
  for (const id of Object.values(groups)) await school.groupMembership(id, { enrollment_id: enrollmentId });
  const coach = await school.person('MEMBER', { role: 'coach', enrollmentId });
  return {
    enrollmentId,
    memberId,
    from,
    to,
    coach: coach.memberId,
    groups,
    moving: {
      member_tasks: [tasks.draft, tasks.published],
      submissions: [submissions[0]],
      blockers: [blockers.open, blockers.named],
      interventions: [
        interventions.planned,
        interventions.onNamed,
        interventions.closedOnOpen,
        interventions.closedOnNamed,
      ],
      coaching_sessions: [sessions[0]],
      video_questions: [questions[0]],
    },
    staying: {
      member_tasks: [tasks.completed, tasks.archived],
      submissions: [submissions[1]],
      blockers: [blockers.over],
      interventions: [interventions.closed, interventions.closedOnOver],
      coaching_sessions: sessions.slice(1),
      video_questions: questions.slice(1),
      enrollment_notes: [await school.note(enrollmentId)],
    },
  };
}

/** The ids of a table's rows of an enrollment. */
export async function idsOn(school: School, table: string, enrollmentId: string): Promise<string[]> {
  const { rows } = await school.rows<{ id: string }>(
    `select id from ${table} where organization_id = $1 and enrollment_id = $2 order by id`,
    enrollmentId,
  );
  return rows.map(({ id }) => id);
}
