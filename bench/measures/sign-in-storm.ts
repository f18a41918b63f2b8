import { randomBytes } from 'node:crypto';
import { issueCapability } from '#kernel/secrets';
import { percentile } from '../support/figures.js';
import { uuid } from '../support/ids.js';
import { neighborReads } from '../support/neighbor-reads.js';
import { putOpenLoad } from '../support/open-load.js';
import { startService } from '../support/service-process.js';
import { addOrganization, type Stage } from '../support/stage.js';
import type { Effort, Row } from './measure.js';

const CONNECTIONS = 64;
const PER_SECOND = 1_000;

/** Without the limits, the storm is one from as many networks as it has requests. */
const LIMITS: [name: string, settings: Record<string, string>][] = [
  ['one network', { DOOR_REQUESTS_PER_MINUTE: '120', FAILED_AUTH_PER_MINUTE: '60' }],
  ['many networks', { DOOR_REQUESTS_PER_MINUTE: '0', FAILED_AUTH_PER_MINUTE: '0' }],
];

interface Attempt {
  name: string;
  path: string;
  body: (url: string, stage: Stage) => object | Promise<object>;
}

const ATTEMPTS: Attempt[] = [
  {
    name: 'unknown invitations',
    path: '/sign-in/invitations/options',
    body: (_url, { organizationId }) => ({ token: issueCapability(organizationId).token }),
  },
  { name: 'unknown passkeys with a good challenge', path: '/sign-in/passkeys', body: unknownAssertion },
  {
    name: 'organizations without a provider',
    path: '/sign-in/identity/start',
    body: () => ({ organization: 'nowhere', challenge: randomBytes(32).toString('base64url') }),
  },
];

/** What a device would send, of a passkey that the member does not have: its challenge may be tried again. */
async function unknownAssertion(url: string, { organizationId, ownerMemberId }: Stage): Promise<object> {
  const answer = await fetch(`${url}/sign-in/passkeys/options`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  const { data } = (await answer.json()) as { data: { options: { challenge: string } } };
  const { challenge } = data.options;
  const client = { type: 'webauthn.get', challenge, origin: url.replace('127.0.0.1', 'localhost') };
  const integer = () => Buffer.concat([Buffer.from([0x02, 32, 0x11]), randomBytes(31)]);
  const signature = Buffer.concat([Buffer.from([0x30, 68]), integer(), integer()]);
  const handle = Buffer.from(`${organizationId}${ownerMemberId}`.replaceAll('-', ''), 'hex');
  const id = randomBytes(32).toString('base64url');
  return {
    assertion: {
      ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
      response: {
        clientDataJSON: Buffer.from(JSON.stringify(client)).toString('base64url'),
        authenticatorData: randomBytes(37).toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: handle.toString('base64url'),
      },
    },
  };
}

/** The reads of an organization while sign-ins at the doors fail, 1,000 a second. */
export async function measureSignInStorm(stage: Stage, effort: Effort): Promise<Row[]> {
  const neighbor = await addOrganization(stage.admin);
  const rows: Row[] = [];
  for (const [networks, settings] of LIMITS) {
    for (const { name, path, body } of ATTEMPTS) {
      const service = await startService(stage, 'service/main.js', settings);
      const reads = (seconds: number) => neighborReads(service.url, neighbor.apiKey, seconds);
      await reads(effort.warmUpSeconds / 2);
      const text = JSON.stringify(await body(service.url, stage));
      const storm = (seconds: number) =>
        putOpenLoad(
          {
            url: service.url + path,
            ...{ method: 'POST', headers: { 'x-correlation-id': uuid() }, body: text },
            ...{ connections: CONNECTIONS, seconds },
          },
          PER_SECOND,
        );
      await storm(effort.warmUpSeconds / 4);
      const idle = await reads(effort.seconds);
      const [loaded, sent] = await Promise.all([reads(effort.seconds), storm(effort.seconds)]);
      const [idleP95, p95] = [idle, loaded].map(({ times }) => percentile(times, 95));
      const answered = (status: number) => sent.filter((one) => one.status === status).length;
      rows.push(
        {
          measure: `neighbor of ${PER_SECOND} ${name} a second, from ${networks}: not served`,
          ...{ value: loaded.failed, unit: '', wanted: '0' },
        },
        { measure: '… its p95 when idle', value: idleP95, unit: 'ms' },
        { measure: '… its p95 beside them', value: p95, unit: 'ms' },
        { measure: '… beside them ÷ idle', value: p95 / idleP95, unit: '×', wanted: '≤ 5' },
        { measure: '… refused with 401', value: answered(401) / sent.length, unit: '' },
        { measure: '… refused with 429', value: answered(429) / sent.length, unit: '' },
      );
      await service.stop();
    }
  }
  return rows;
}
