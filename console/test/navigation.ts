/** The screens of administrators, of those who direct, who coach, and who only review. */
export const ALL = [
  'Cohorts',
  'My work',
  'Bookings',
  'Form assignments',
  'Coaches',
  'People',
  'Sales queue',
  'Prospects',
  'Sales',
  'Programs',
  'Forms',
  'Groups',
  'Video library',
  'Calendar feeds',
  'Reminders',
  'Organization',
  'Webhooks',
  'Exports',
  'Erasures',
  'API usage',
  'Audit',
];
export const DIRECTOR = [
  'Cohorts',
  'My work',
  'Bookings',
  'Form assignments',
  'Coaches',
  'Programs',
  'Forms',
  'Groups',
  'Video library',
  'Calendar feeds',
  'Organization',
];
export const STAFF = [
  'Cohorts',
  'My people',
  'My work',
  'Bookings',
  'Form assignments',
  'Programs',
  'Forms',
  'Groups',
  'Video library',
  'Calendar feeds',
  'Organization',
];
export const REVIEWER = ['My work', 'Programs', 'Forms', 'Groups', 'Video library', 'Calendar feeds', 'Organization'];
/** The side of those who learn, whatever else they are. */
export const LEARNER = ['Today', 'My courses', 'My tasks', 'My forms', 'Videos and questions', 'My progress'];
