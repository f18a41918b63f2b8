import { randomBytes } from 'node:crypto';

/** A request that is sent over and over. */
export interface LoadRequest {
  url: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
  /** A new Idempotency-Key for each request; else the headers' own. */
  newKeys?: boolean;
  /** Sent in turn as `x-api-key`, one for each request; else the headers' own. */
  apiKeys?: readonly string[];
}

/** Makes the text of each request; all but the keys is put together once. */
export function requestText({ url, method, headers, body = '', newKeys, apiKeys }: LoadRequest): () => string {
  const { host, pathname, search } = new URL(url);
  const fixed = { host, 'content-type': 'application/json', ...headers };
  const lines = Object.entries(fixed).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = method === 'GET' ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`;
  const start = `${method} ${pathname}${search} HTTP/1.1\r\n${lines.join('')}${length}`;
  const end = `\r\n${body}`;
  const prefix = `idempotency-key: ${randomBytes(9).toString('hex')}-`;
  let count = 0;
  return () => {
    count += 1;
    const apiKey = apiKeys ? `x-api-key: ${apiKeys[count % apiKeys.length]}\r\n` : '';
    return `${start}${apiKey}${newKeys ? `${prefix}${count}\r\n` : ''}${end}`;
  };
}
