import { entry as t } from '../../strings/entry.js';

/** How long the link of an invitation is good. */
export const HOURS = { kind: 'number', label: t.hours, hint: t.hoursHint, initial: 72 } as const;
