import type { IncomingMessage } from 'node:http';

/** Every value of a header, whose name is in lower case. Unlike `headersDistinct` it does not parse all headers. */
export function headerValues({ rawHeaders }: IncomingMessage, name: string): string[] {
  const values: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at].length === name.length && rawHeaders[at].toLowerCase() === name) values.push(rawHeaders[at + 1]);
  }
  return values;
}
