import { plural } from './words.js';

/** Search from everywhere. */
export const search = {
  title: 'Search',
  open: 'Search',
  shortcut: 'Ctrl K',
  label: 'Search people, cohorts, programs, courses and screens',
  placeholder: 'Type a name or a screen',
  results: 'Results',
  count: (count: number) => (count === 0 ? 'Nothing found' : plural(count, 'result', 'results')),
  enrolled: 'Enrolled people',
  members: 'Members',
  cohorts: 'Cohorts',
  programs: 'Programs',
  courses: 'Courses',
  forms: 'Forms',
  groups: 'Groups',
  videos: 'Videos',
  prospects: 'Prospects',
  screens: 'Screens',
  actionsTitle: 'Actions',
  actions: {
    review: 'Review submissions',
    close: 'Close interventions',
    assignForm: 'Assign a form',
    openForm: 'Create an intake link of a form',
    member: 'Add a member',
    program: 'Create a program',
    prospect: 'Create a prospect',
    export: 'Export data',
    account: 'Manage your passkeys and sign-ins',
  },
};
