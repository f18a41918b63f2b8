import { notifications } from '@mantine/notifications';
import { strings } from '../strings/common.js';

/** Of several messages, the latest are shown. */
const MOST_SHOWN = 3;
/** What went well does not cover the page for long; a pointer over it, or the focus in it, keeps it. */
const SUCCESS_SHOWN_MS = 8_000;

const shared = {
  role: 'status',
  autoClose: false,
  closeButtonProps: { 'aria-label': strings.common.closeMessage },
} as const;

let shown: string[] = [];

/** Says what has happened. What needs attention stays until it is closed. */
export function say(message: string, color: 'green' | 'orange' = 'green'): void {
  shown = [
    ...shown,
    notifications.show({ ...shared, message, color, autoClose: color === 'green' && SUCCESS_SHOWN_MS }),
  ];
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
