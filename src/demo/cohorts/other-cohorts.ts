import { actsOf, type CohortPlan, type EventPlan, type PlanContext } from './cohort-plan.js';

const owner = actsOf('owner');
const coach = actsOf('coach');

const SUMMIT = 'Ann Bob Cas Deb Ed Flo Gil Hope Ian Joy Ken Lu';
const ORCHARD = 'Al Bo Cat Di Ern Fox Geo Hat Ira Jo Kay Len Meg Ned Oz Pat';
const WILLOW = 'Ari Bex Cam Dex Emi Fia Gem Hux Isa Jax Kai Lex Mia Noa Orla';

/** Its registration is open, and its first live session is ahead: absences are not measured. */
export const summit = ({ on }: PlanContext): CohortPlan => ({
  name: 'Summit',
  program: 'Coaching Practice',
  timezone: 'Australia/Sydney',
  capacity: 20,
  created: -25,
  starts: 12,
  ends: 100,
  statuses: { open: -24 },
  phases: { Preparation: null, Practice: null },
  imports: [
    { day: -20, people: SUMMIT, status: 'pending' },
    { day: -5, people: 'Mo Nell Owen Pip', status: 'active' },
  ],
  coaches: [{ day: -4, coach: 'coach', people: 'Mo Nell Owen Pip' }],
  lives: [{ day: 14, title: 'Kick-off' }],
  tasks: [{ title: 'Introduce yourself', day: -3, due: 14, newEnrollments: true }],
  events: [
    owner(-6, 'bulk_move_enrollments', 'Ann Bob', { move: 'activate' }),
    coach(-2, 'create_coaching_session', 'Mo', { scheduledAt: on(13), title: 'First call' }),
    coach(-1.5, 'create_note', 'Nell', { body: 'Has coached before, without supervision.' }),
  ],
});

/** It is over: its certificates are written from these reviews. */
export const orchard = ({ on, accountOf }: PlanContext): CohortPlan => ({
  name: 'Orchard',
  program: 'Leadership Essentials',
  timezone: 'Europe/Paris',
  capacity: 20,
  created: -150,
  starts: -130,
  ends: -35,
  statuses: { open: -145, active: -130, completed: -34 },
  phases: { Foundations: -130, Practice: -95, Transfer: -60 },
  imports: [{ day: -140, people: ORCHARD, status: 'active' }],
  coaches: [{ day: -139, coach: 'coach' }],
  lives: [
    { day: -128, title: 'Kick-off', excused: 'Al' },
    { day: -109, title: 'Asking for feedback', absent: 'Ned Kay Pat' },
    { day: -90, title: 'Giving feedback', absent: 'Ned' },
    { day: -68, title: 'Difficult conversations', absent: 'Ned Oz Kay', excused: 'Meg' },
    { day: -40, title: 'Farewell', absent: 'Ned Oz' },
  ],
  tasks: [
    {
      title: 'Name three goals',
      day: -122,
      due: -108,
      archived: -36,
      reviewer: 'coach',
      handedIn: [
        { day: -114, who: 'Al Bo Cat Di Ern Fox', reviewed: { day: -112, verdict: 'accepted' } },
        { day: -109, who: 'Geo Hat Len Pat', reviewed: { day: -104, verdict: 'accepted' } },
        { day: -96, who: 'Ira Jo', reviewed: { day: -95, verdict: 'accepted', comment: 'Late, and worth it.' } },
        { day: -88, who: 'Kay Oz', reviewed: { day: -87, verdict: 'changes_requested' } },
      ],
    },
    {
      title: 'Observe a meeting',
      day: -94,
      due: -80,
      archived: -36,
      completed: { day: -83, who: 'Al Bo Cat Di Fox Geo Hat Ira Jo Pat' },
    },
    {
      title: 'Hand in a case study',
      day: -70,
      due: -45,
      archived: -36,
      reviewer: 'reviewer',
      handedIn: [
        { day: -55, who: 'Fox Geo Pat', reviewed: { day: -51, verdict: 'accepted' } },
        { day: -48, who: 'Al Bo Cat Di Ern', reviewed: { day: -44, verdict: 'accepted' } },
        { day: -42, who: 'Hat Ira', reviewed: { day: -40, verdict: 'accepted' } },
      ],
    },
  ],
  events: [
    ...['Ira', 'Jo', 'Kay', 'Oz'].map((who) => callAbout(who, { on, ownerUserId: accountOf('coach'), day: -104 })),
    callAbout('Len', { on, ownerUserId: accountOf('coach'), day: -76 }, 'cancelled'),
    ...['Meg', 'Ern'].map((who) => callAbout(who, { on, ownerUserId: accountOf('coach'), day: -74 })),
    coach(
      -86,
      'open_blocker',
      'Jo',
      { title: 'No team in the summer', urgency: 'normal' },
      coach(-60, 'resolve_blocker', null, { resolution: 'Leads a project now' }),
    ),
    coach(
      -66,
      'open_blocker',
      'Meg',
      { title: 'On call every other week', urgency: 'urgent' },
      coach(-47, 'resolve_blocker', null, { resolution: 'Swapped her shifts' }),
    ),
    ...['Al', 'Cat', 'Geo'].map((who, index) =>
      coach(-99 + index, 'create_coaching_session', who, { heldAt: on(-100 + index), title: 'Goals for the term' }),
    ),
    coach(-80, 'create_note', 'Ned', { body: 'Wants to stop and look for a job first.' }),
    owner(-36, 'close_enrollment', 'Ned', { result: 'withdrawn' }),
    owner(-36, 'close_enrollment', 'Oz', { result: 'failed' }),
    owner(-35, 'bulk_move_enrollments', ORCHARD.replace('Ned Oz ', ''), { move: 'close', result: 'completed' }),
  ],
});

/** The oldest one, which is archived. */
export const willow: CohortPlan = {
  name: 'Willow',
  program: 'Coaching Practice',
  timezone: 'Europe/Paris',
  capacity: 15,
  created: -310,
  starts: -290,
  ends: -200,
  statuses: { open: -305, active: -290, completed: -200, archived: -160 },
  phases: { Preparation: -290, Practice: -270 },
  imports: [{ day: -300, people: WILLOW, status: 'active' }],
  coaches: [{ day: -299, coach: 'former' }],
  lives: [{ day: -285, title: 'Kick-off' }],
  tasks: [],
  events: [owner(-201, 'bulk_move_enrollments', WILLOW, { move: 'close', result: 'completed' })],
};

interface Call {
  on: PlanContext['on'];
  ownerUserId: string;
  day: number;
}

/** A call about a late task, which is made within three days, or is not needed any more. */
function callAbout(who: string, { on, ownerUserId, day }: Call, status = 'completed'): EventPlan {
  const expectedOutcome = 'A date within two weeks';
  const plan = {
    reason: 'late',
    title: 'Agree on a date',
    channel: 'call',
    ownerUserId,
    dueAt: on(day + 4),
    expectedOutcome,
  };
  const outcome = status === 'completed' ? 'Has set a date' : 'Had handed it in meanwhile';
  return coach(day, 'plan_intervention', who, plan, coach(day + 3, 'close_intervention', null, { status, outcome }));
}
