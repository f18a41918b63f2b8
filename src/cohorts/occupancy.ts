/** The enrollment statuses that take a seat; the cockpit counts the same set as members. */
export const SEATED_STATUSES = ['pending', 'active', 'paused', 'completed'] as const;

/** The same as a list for SQL. */
export const SEATED = SEATED_STATUSES.map((status) => `'${status}'`).join(', ');
