import type { IncomingMessage } from 'node:http';

/** What a header was sent with, each time; the name in lower case. Looks for this one only, unlike `headersDistinct`. */
export function headerValues({ rawHeaders }: IncomingMessage, name: string): string[] {
  const values: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at].length === name.length && rawHeaders[at].toLowerCase() === name) values.push(rawHeaders[at + 1]);
  }
  return values;
}
