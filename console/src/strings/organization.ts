import { plural } from './words.js';

/** The settings of the organization. */
export const organization = {
  title: 'Organization',
  name: 'Name',
  reviewDue: 'A review is overdue after',
  hours: (count: number) => plural(count, 'hour', 'hours'),
  usual: 'the default of the service',
  reviewDueHours: 'Hours after which a review is overdue',
  reviewDueHint: 'Between 0 and 720. Without a number, the setting of the service counts.',
  edit: 'Edit the settings',
  editAbout: 'Cockpits, briefings and the list of reviews follow from now on.',
  edited: 'The settings are changed.',
  onlyOwners: 'Only an owner changes them.',
};
