import { once } from 'node:events';
import type { Server } from 'node:http';
import { isIPv6, type AddressInfo } from 'node:net';

/** Listens and returns the URL. Nest's own `listen` logs a failure in addition to throwing it. */
export async function listen(server: Server, port: number, host: string): Promise<string> {
  server.listen(port, host);
  await once(server, 'listening');
  return serviceUrl(host, (server.address() as AddressInfo).port);
}

/** The URL of the service on this machine: a wildcard address becomes the loopback address. */
export function serviceUrl(configured: string, port: number): string {
  const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[configured] ?? configured;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}
