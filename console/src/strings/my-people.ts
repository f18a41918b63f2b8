/** Whom a coach works with. */
export const myPeople = {
  title: 'My people',
  hint: 'Everybody whom you coach. Their tasks and sessions are one click away.',
  filter: 'Status of the enrollments',
  cohort: 'Cohort',
  empty: 'Nobody with this status is assigned to you.',
};
