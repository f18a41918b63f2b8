import { actsOf, type CohortPlan, type PlanContext } from './cohort-plan.js';

const owner = actsOf('owner');
const leaving = actsOf('leaving');
const former = actsOf('former');

/** A full cohort whose coach has left: much of it is late or absent, and nobody has called for long. */
export const meadow = ({ on, accountOf }: PlanContext): CohortPlan => ({
  name: 'Meadow',
  program: 'Leadership Essentials',
  timezone: 'America/New_York',
  capacity: 18,
  created: -70,
  starts: -45,
  ends: 45,
  statuses: { open: -65, active: -45 },
  phases: { Foundations: -45, Practice: -24, Transfer: -2 },
  imports: [
    { day: -60, people: 'Abe Bea Cy Dot Eli Fay Gus Hal Ina Jim Kit Lil Max Nan Otis Pam Rex Ugo', status: 'active' },
  ],
  coaches: [{ day: -58, coach: 'former', people: 'Abe Bea Cy Dot Eli Fay Gus Hal Max Pam Rex Ugo' }],
  lives: [
    { day: -43, title: 'Kick-off', absent: 'Rex' },
    { day: -29, title: 'Giving feedback', absent: 'Rex Pam Abe', excused: 'Bea' },
    { day: -15, title: 'Asking for feedback', absent: 'Rex Pam Abe Cy Gus' },
    { day: -8, title: 'Difficult conversations', absent: 'Rex Pam Gus Hal Nan', excused: 'Dot' },
    { day: 6, title: 'Leading a change' },
  ],
  tasks: [
    {
      title: 'Write a coaching plan',
      day: -40,
      due: -26,
      reviewer: 'reviewer',
      handedIn: [
        { day: -33, who: 'Bea Cy Dot Fay', reviewed: { day: -30, verdict: 'accepted' } },
        {
          day: -27,
          who: 'Hal Ina Lil',
          reviewed: { day: -20, verdict: 'changes_requested', comment: 'Whom do you want to coach?' },
        },
        { day: -10, who: 'Hal Jim' },
      ],
    },
    {
      title: 'Lead a meeting',
      day: -20,
      due: -5,
      newEnrollments: true,
      completed: { day: -7, who: 'Bea Dot Ina Lil Otis' },
    },
    { title: 'Give feedback upwards', day: -6, due: 15, newEnrollments: true },
  ],
  events: [
    former(-52, 'create_note', 'Rex', { body: 'Was sent by his manager and is not convinced yet.' }),
    leaving(-30, 'create_coaching_session', 'Abe', { heldAt: on(-31), summary: 'Settled in; too much travel.' }),
    leaving(-25, 'create_coaching_session', 'Cy', { heldAt: on(-26), title: 'The coaching plan' }),
    leaving(-22, 'open_blocker', 'Gus', { title: 'Has no team to coach at the moment', urgency: 'normal' }),
    leaving(-21, 'create_note', 'Max', { body: 'Asked whether the second phase can be shortened.' }),
    owner(-16, 'bulk_move_enrollments', 'Kit Otis', { move: 'pause', reason: 'Audit at work' }),
    leaving(
      -12,
      'open_blocker',
      'Ugo',
      { title: 'Moves to Paris in two weeks', urgency: 'urgent' },
      leaving(-11, 'update_blocker', null, { urgency: 'normal' }),
    ),
    leaving(-12, 'plan_intervention', 'Ugo', {
      reason: 'blocker',
      title: 'Find a cohort in his new time zone',
      channel: 'email',
      ownerUserId: accountOf('admin'),
      dueAt: on(5),
      expectedOutcome: 'A place in another cohort',
    }),
    owner(-6.5, 'close_enrollment', 'Eli', { result: 'withdrawn', reason: 'Changed the company' }),
    owner(-9, 'resume_enrollment', 'Otis', { shiftDeadlines: true }),
    leaving(-9, 'bulk_plan_interventions', 'Abe Cy Gus Hal', {
      reason: 'absence',
      title: 'Ask about the live sessions',
      channel: 'call',
      ownerUserId: accountOf('leaving'),
      dueAt: on(-2),
      expectedOutcome: 'They join the next one',
    }),
    leaving(-9, 'plan_intervention', 'Fay', {
      reason: 'no_intervention',
      title: 'First call in weeks',
      channel: 'call',
      ownerUserId: accountOf('leaving'),
      dueAt: on(3),
      expectedOutcome: 'We know how she is doing',
    }),
    leaving(-8, 'create_coaching_session', 'Hal', { heldAt: on(-8.1), summary: 'Sent a second version of the plan.' }),
    leaving(-7, 'open_blocker', 'Pam', { title: 'Her account is locked', urgency: 'urgent' }),
    owner(-2, 'extend_deadlines', 'Nan', { scope: 'all', days: 14, reason: 'Parental leave ended last week' }),
  ],
});
