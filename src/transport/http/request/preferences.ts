import type { IncomingMessage } from 'node:http';
import { headerValues } from './header-values.js';

/** Whether the request asks that unknown body fields and query parameters be refused: `Prefer: handling=strict` (RFC 7240). */
export function prefersStrict(request: IncomingMessage): boolean {
  const preferences = headerValues(request, 'prefer').flatMap((value) => value.split(','));
  // The first of repeated preferences counts. Its parameters follow a semicolon.
  const [handling] = preferences.flatMap((preference) => handlingOf(preference) ?? []);
  return handling === 'strict';
}

function handlingOf(preference: string): string | undefined {
  const [name, value = ''] = preference
    .split(';', 1)[0]
    .split('=', 2)
    .map((part) => part.trim().toLowerCase());
  return name === 'handling' ? value.replace(/^"(.*)"$/, '$1') : undefined;
}
