import { number, plural } from './words.js';

/** The cockpit of a cohort. */
export const cockpit = {
  title: 'Cockpit',
  setUp: 'Set-up',
  sections: {
    members: 'Members',
    rhythm: 'Rhythm',
    reviews: 'Reviews',
    blockers: 'Blockers',
    absences: 'Absences',
    withoutIntervention: 'Contact',
    week: 'Week',
    phase: 'Phase',
    capacity: 'Seats',
    upcomingLives: 'Live sessions',
  },
  signals: {
    all: 'members',
    active: 'active',
    pending: 'pending',
    paused: 'paused',
    completed: 'completed',
    on_time: 'on time',
    late: 'late',
    at_risk: 'at risk',
    unknown: 'without deadlines',
    reviews: 'reviews waiting',
    overdue_reviews: 'of them overdue',
    blockers: 'open blockers',
    urgent_blockers: 'of them urgent',
    absences: 'absences',
    repeated_absences: 'absent repeatedly',
    without_intervention: 'without contact for 14 days',
  },
  since: 'since',
  phaseOf: (position: number, total: number) => `${position} of ${total}`,
  seatsTaken: 'seats taken, unlimited',
  seatsTakenOf: (limit: number) => `of ${plural(limit, 'seat', 'seats')} taken`,
  overCapacity: 'over capacity',
  lives: 'Next live sessions',
  attendance: 'All sessions and attendance',
  noLives: 'No live session is scheduled.',
  behind: (signal: string) => `People: ${signal}`,
  uncovered: 'Only those without a planned intervention',
  uncoveredCounts: (count: number, signal: string) =>
    `${plural(count, 'person', 'people')} without a planned intervention, among those behind “${signal}”.`,
  actions: 'For the people selected',
  nobody: 'Nobody.',
  allCovered: 'Nobody: an intervention is planned for each of them.',
  agrees: (count: number) => `The list adds up to ${number(count)}, as the cockpit says.`,
  disagrees: (counted: number, listed: number) =>
    `The cockpit says ${number(counted)}, the list ${number(listed)}: something changed between the two.`,
  reread: 'Read both again',
  columns: {
    rhythm: 'Rhythm',
    count: 'Count',
    lastContact: 'Last contact',
    planned: 'Planned interventions',
  },
  extend: 'Extend deadlines',
  assign: 'Assign a coach',
  noMessage: 'Nobody gets a message.',
  most: (count: number) => `At most ${number(count)} people at a time.`,
  forPeople: (names: string[]) =>
    names.length > 5
      ? `For ${names.slice(0, 4).join(', ')} and ${number(names.length - 4)} others.`
      : `For ${names.join(', ')}.`,
  coach: 'Coach',
};

export const cohortProgress = {
  title: 'Progress',
  of: (cohort: string) => `Progress: ${cohort}`,
  hint: 'Those who enrolled last come first.',
  empty: 'Nobody is enrolled.',
  courses: 'Courses completed',
  milestones: 'Milestones reached',
};
