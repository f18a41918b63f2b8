import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { shownKeys, Workplace } from '../support/service-process.js';

const place = new Workplace();
const addresses = Object.values(networkInterfaces()).flatMap((one) => one ?? []);
const withIpv6 = addresses.some(({ address }) => address === '::1') ? it : it.skip;

beforeAll(() => place.prepare('demo'));
afterAll(() => place.clear());

it.each([['localhost', 'localhost']])('HOST=%s: the address that is printed is one to call', expectUsable);

withIpv6.each([['::1', '[::1]']])('HOST=%s: the address that is printed is one to call', expectUsable);

async function expectUsable(HOST: string, shown: string): Promise<void> {
  const service = await place.serve({ HOST });
  const url = new URL(service.url);
  expect([url.protocol, url.hostname]).toEqual(['http:', shown]);
  expect((await fetch(`${service.url}/health/ready`)).status).toBe(200);
  expect((await fetch(`${service.url}/openapi.json`)).status).toBe(200);
  const cockpit = service.stdout().trim().split('\n\n').at(-1) ?? '';
  const address = /curl -s '(\S+)'/.exec(cockpit)?.[1] ?? '';
  const headers = { 'x-api-key': shownKeys(service.stdout())[0] };
  expect((await fetch(address, { headers })).status).toBe(200);
  service.child.kill('SIGTERM');
  expect((await service.ended).code).toBe(0);
}
