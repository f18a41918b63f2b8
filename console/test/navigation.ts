/** The screens of administrators, and of those who coach or direct. */
export const ALL = [
  'Cohorts',
  'My work',
  'Bookings',
  'People',
  'Programs',
  'Reminders',
  'Webhooks',
  'Exports',
  'Erasures',
  'Audit',
  'Calendar feeds',
  'Organization',
];
export const STAFF = ['Cohorts', 'My work', 'Bookings', 'Programs', 'Calendar feeds', 'Organization'];
