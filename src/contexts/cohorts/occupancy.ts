/** SQL list of the enrollment statuses that take a seat. The cockpit counts the same ones as members. */
export const SEATED_STATUSES = ['pending', 'active', 'paused', 'completed'] as const;

export const SEATED = SEATED_STATUSES.map((status) => `'${status}'`).join(', ');
