import { once } from 'node:events';
import type { Server } from 'node:http';
import { isIPv6, type AddressInfo } from 'node:net';

/** Listens, and answers under which address. Nest's own listen would log a failure beside throwing it: said twice. */
export async function listen(server: Server, port: number, host: string): Promise<string> {
  server.listen(port, host);
  await once(server, 'listening');
  return serviceUrl(host, (server.address() as AddressInfo).port);
}

/** Where a service with this configuration is found from the same machine: "any address" is none to call. */
export function serviceUrl(configured: string, port: number): string {
  const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[configured] ?? configured;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}
