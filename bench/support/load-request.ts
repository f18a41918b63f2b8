import { randomBytes } from 'node:crypto';

/** A repeatable request. */
export interface LoadRequest {
  url: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
  /** Generates a new Idempotency-Key for each request. */
  newKeys?: boolean;
  /** API keys that the requests use in turn. */
  apiKeys?: readonly string[];
}

/** Returns the text of each request, of which everything but the keys is built once. */
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
