/** The job that finds what is due, of each organization with an active rule. */
export const REMINDERS = 'reminders';
