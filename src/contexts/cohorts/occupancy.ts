/** SQL list of the enrollment statuses that take a seat. The cockpit counts the same ones as members. */
export const SEATED = `'pending', 'active', 'paused', 'completed'`;
