import { actsOf, type CohortPlan, type PlanContext } from './cohort-plan.js';

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
export const orchard: CohortPlan = {
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
    { day: -90, title: 'Giving feedback', absent: 'Ned' },
    { day: -40, title: 'Farewell', absent: 'Ned Oz' },
  ],
  tasks: [
    {
      title: 'Hand in a case study',
      day: -70,
      due: -45,
      archived: -36,
      reviewer: 'reviewer',
      handedIn: [{ day: -48, who: 'Al Bo Cat Di Ern', reviewed: { day: -44, verdict: 'accepted' } }],
    },
  ],
  events: [
    coach(-80, 'create_note', 'Ned', { body: 'Wants to stop and look for a job first.' }),
    owner(-36, 'close_enrollment', 'Ned', { result: 'withdrawn' }),
    owner(-36, 'close_enrollment', 'Oz', { result: 'failed' }),
    owner(-35, 'bulk_move_enrollments', ORCHARD.replace('Ned Oz ', ''), { move: 'close', result: 'completed' }),
  ],
};

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
