/** The name of the job that records the cockpits; due now for a cohort that has just been opened. */
export const COCKPIT_HISTORY = 'cockpit_history';
