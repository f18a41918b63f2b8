/** The history of a cockpit. */
export const cockpitHistory = {
  title: 'History',
  of: (cohort: string) => `History: ${cohort}`,
  hint: 'The numbers of the cockpit as they were when they were kept, once on each day in the time zone of the cohort.',
  day: 'Day',
  rhythm: 'Rhythm',
  members: 'Members',
  reviews: 'Reviews',
  blockers: 'Blockers',
  absences: 'Absences',
  contact: 'Contact',
  total: 'all',
};
