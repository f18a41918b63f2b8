import { notifications } from '@mantine/notifications';
import { strings } from '../strings/common.js';

/** A message stays until it is closed, or others have come after it. */
const MOST_SHOWN = 3;

const shared = {
  role: 'status',
  autoClose: false,
  closeButtonProps: { 'aria-label': strings.common.closeMessage },
} as const;

let shown: string[] = [];

/** Says what has happened. */
export function say(message: string, color: 'green' | 'orange' = 'green'): void {
  shown = [...shown, notifications.show({ ...shared, message, color })];
  for (const id of shown.slice(0, -MOST_SHOWN)) notifications.hide(id);
  shown = shown.slice(-MOST_SHOWN);
}

/** One message, however many reads have failed: what is shown is older than it should be. */
export function sayStale(): void {
  notifications.show({ ...shared, id: 'stale', color: 'orange', message: strings.errors.stale });
}

export function clearMessages(): void {
  notifications.clean();
  notifications.cleanQueue();
  shown = [];
}
