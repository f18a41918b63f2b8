import { number } from './words.js';

/** The list of cohorts. */
export const cohorts = {
  title: 'Cohorts',
  hint: 'Needing attention first: overdue reviews and urgent blockers, then people at risk or late.',
  empty: 'No cohort is open or active. Programs and cohorts are set up under Programs.',
  filter: 'Status of the cohorts',
  running: 'Open and active',
  bounded: (count: number) => `The ${number(count)} newest cohorts. Choose a status to see others.`,
  week: (week: number) => `Week ${week}`,
  assignedOnly: 'Only the members assigned to you are counted.',
  columns: {
    cohort: 'Cohort',
    week: 'Week',
    members: 'Members',
    rhythm: 'Rhythm',
    reviews: 'Reviews waiting',
    blockers: 'Open blockers',
    contact: 'No recent contact',
    next: 'Next live session',
  },
  overdue: (count: number) => `${number(count)} overdue`,
  urgent: (count: number) => `${number(count)} urgent`,
  members: (active: number, total: number) => `${number(active)} of ${number(total)} active`,
  rhythm: (parts: { on_time: number; late: number; at_risk: number; unknown: number }) =>
    `${number(parts.on_time)} on time, ${number(parts.late)} late, ${number(parts.at_risk)} at risk, ${number(parts.unknown)} unknown`,
};
