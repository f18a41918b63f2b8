import { actsOf, type CohortPlan, type PlanContext } from './cohort-plan.js';

const owner = actsOf('owner');
const coach = actsOf('coach');

/** The cohort of the welcome message: in its third week, with something behind every number of its cockpit. */
export const harbour = ({ on, accountOf }: PlanContext): CohortPlan => ({
  name: 'Harbour',
  program: 'Leadership Essentials',
  timezone: 'Europe/Paris',
  capacity: 24,
  created: -40,
  starts: -20,
  ends: 70,
  statuses: { open: -36, active: -20 },
  phases: { Foundations: -20, Practice: -6, Transfer: null },
  imports: [
    {
      day: -30,
      people: 'Lea Luc Lin Lou Ada Ben Cleo Dan Eva Finn Gia Hugo Ida Jon Kim Leo Mara Nils Olga',
      status: 'active',
    },
    { day: -1, people: 'Quin Rosa', status: 'pending' },
  ],
  coaches: [{ day: -29, coach: 'coach' }],
  groups: [
    { day: -19, name: 'Tuesday accountability', type: 'accountability', people: 'Lea Luc Ada Ben Cleo Eva' },
    { day: -19, name: 'First-time managers', type: 'level', people: 'Dan Gia Hugo Lou' },
  ],
  lives: [
    { day: -18, title: 'Kick-off', absent: 'Dan Hugo' },
    { day: -11, title: 'Giving feedback', absent: 'Dan Mara', excused: 'Kim' },
    { day: -4, title: 'Asking for feedback', absent: 'Dan Mara Jon', excused: 'Lin' },
    { day: 3, title: 'Weekly live' },
    { day: 10, title: 'Difficult conversations' },
  ],
  tasks: [
    {
      title: 'Keep a learning diary',
      day: -15,
      due: -3,
      reviewer: 'coach',
      expectations: 'Two entries a week, as a file or at an address that your coach can open.',
      criteria: 'Each entry says what you did, what came of it, and what you try next.',
      handedIn: [
        { day: -9, who: 'Ada Cleo Eva', reviewed: { day: -6, verdict: 'accepted', comment: 'Honest and concrete.' } },
        { day: -8, who: 'Ben', reviewed: { day: -6, verdict: 'changes_requested', comment: 'Two weeks are missing.' } },
        { day: -7, who: 'Olga Kim', reviewed: { day: -5, verdict: 'accepted' } },
        { day: -5, who: 'Finn Gia Hugo' },
        { day: -1.4, who: 'Ben Ida' },
      ],
    },
    { title: 'Observe a meeting', day: -6, due: 8, newEnrollments: false },
  ],
  events: [
    coach(-20, 'create_note', 'Luc', { body: 'Settled in well.' }),
    coach(
      -16,
      'open_blocker',
      'Hugo',
      { title: 'No camera at work', urgency: 'normal' },
      coach(-14, 'resolve_blocker', null, { resolution: 'Lent one' }),
    ),
    coach(
      -13,
      'create_coaching_session',
      'Ada',
      { scheduledAt: on(-10), title: 'Goals for the term' },
      coach(-9.9, 'complete_coaching_session', null, {
        heldAt: on(-10),
        summary: 'Wants to lead the weekly meeting.',
      }),
    ),
    coach(-12, 'create_coaching_session', 'Ben', { scheduledAt: on(-7) }, coach(-8, 'cancel_coaching_session')),
    owner(-10, 'pause_enrollment', 'Lin', { reason: 'Travelling until next month' }),
    coach(
      -10,
      'plan_intervention',
      'Dan',
      {
        reason: 'absence',
        title: 'Ask about the live sessions',
        channel: 'call',
        ownerUserId: accountOf('coach'),
        dueAt: on(-8),
        expectedOutcome: 'Dan joins the next one',
      },
      coach(-8, 'close_intervention', null, {
        status: 'completed',
        outcome: 'His shifts have changed; he will try.',
      }),
    ),
    coach(-6, 'open_blocker', 'Luc', { title: 'No access to the course room', urgency: 'urgent' }),
    coach(-5, 'open_blocker', 'Jon', { title: 'Laptop in repair', urgency: 'normal' }),
    coach(-5, 'plan_intervention', 'Jon', {
      reason: 'blocker',
      title: 'Find a spare laptop',
      channel: 'message',
      ownerUserId: accountOf('coach'),
      dueAt: on(-2),
      expectedOutcome: 'Jon can hand in',
    }),
    coach(-4, 'extend_deadlines', 'Lou', { scope: 'all', days: 7, reason: 'Ill for a week' }),
    coach(-3.5, 'create_note', 'Eva', { body: 'Offered to help Ben with the diary.' }),
    owner(-2, 'close_enrollment', 'Olga', { result: 'completed', reason: 'Had done the first half before' }),
    coach(-2, 'bulk_plan_interventions', 'Dan Mara Nils', {
      reason: 'late',
      title: 'Agree on a date for the diary',
      channel: 'call',
      ownerUserId: accountOf('coach'),
      dueAt: on(2),
      expectedOutcome: 'A date within two weeks',
    }),
    coach(-1.5, 'create_coaching_session', 'Gia', { scheduledAt: on(4), title: 'Half-time' }),
  ],
});
