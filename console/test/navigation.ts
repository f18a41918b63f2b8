/** The screens of administrators, and of those who direct, and of those who coach. */
export const ALL = [
  'Cohorts',
  'My work',
  'Bookings',
  'Coaches',
  'People',
  'Programs',
  'Reminders',
  'Webhooks',
  'Exports',
  'Erasures',
  'API usage',
  'Audit',
  'Calendar feeds',
  'Organization',
];
export const DIRECTOR = ['Cohorts', 'My work', 'Bookings', 'Coaches', 'Programs', 'Calendar feeds', 'Organization'];
export const STAFF = ['Cohorts', 'My work', 'Bookings', 'Programs', 'Calendar feeds', 'Organization'];
