import { word } from './words.js';

/** The frame around every screen. */
export const shell = {
  signOut: 'Sign out',
  account: 'Your sign-ins and passkeys',
  navigation: 'Screens',
  menu: 'Menu',
  light: 'Light colors',
  dark: 'Dark colors',
  nothing: 'There is nothing for you in the console',
  nothingHint:
    'It is for those who run programs, coach, review or learn. You have no role and no enrollment, or your key does not reach them.',
  asRole: (role: string) => `as ${word(role)}`,
  screens: {
    cohorts: 'Cohorts',
    myPeople: 'My people',
    work: 'My work',
    bookings: 'Bookings',
    coaches: 'Coaches',
    people: 'People',
    programs: 'Programs',
    reminders: 'Reminders',
    webhooks: 'Webhooks',
    exports: 'Exports',
    erasures: 'Erasures',
    usage: 'API usage',
    audit: 'Audit',
    calendars: 'Calendar feeds',
    organization: 'Organization',
    today: 'Today',
    myCourses: 'My courses',
    myTasks: 'My tasks',
    myVideos: 'Videos and questions',
    myProgress: 'My progress',
  },
};
