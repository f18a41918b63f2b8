import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from '../support/figures.js';
import { openReceiver } from '../support/receiver.js';
import { startService } from '../support/service-process.js';
import { addOrganization, type Stage } from '../support/stage.js';
import {
  createGroups,
  deliveryTimes,
  LOCAL_RECEIVERS,
  subscribe,
  subscribeAndVerify,
  type Client,
} from '../support/subscribing.js';
import type { Effort, Row } from './measure.js';

const MUTE = 400;
const HANGING = 200;
const EVENTS = 5;
const VERIFICATIONS = 5;
const DELIVERIES = 20;
/** The attacked organization begins when the worker is busy with the endpoints of the other one. */
const BUSY_AFTER_MS = 1_000;

/** Verification and delivery of one organization while the endpoints of another one accept requests and never answer. */
export async function measureWebhookNeighbors(stage: Stage, _effort: Effort): Promise<Row[]> {
  const service = await startService(stage, 'service/main.js', { ...LOCAL_RECEIVERS, ROLE: 'all' });
  const clientOf = ({ apiKey }: { apiKey: string }): Client => ({ url: service.url, apiKey });
  const [verifying, delivering, silent] = [
    clientOf(stage),
    clientOf(await addOrganization(stage.admin)),
    clientOf(await addOrganization(stage.admin)),
  ];
  const slow = await addOrganization(stage.admin);
  const [prompt, hanging, mute] = [await openReceiver(), await openReceiver('hanging'), await openReceiver('mute')];
  await verificationTimes(verifying, prompt.url);
  const verifiedIdle = await verificationTimes(verifying, prompt.url);
  await subscribeAndVerify(delivering, prompt.url);
  const deliveredIdle = await deliveryTimes(delivering, prompt.arrivals, DELIVERIES);

  for (let n = 0; n < MUTE; n += 1) await subscribe(silent, mute.url);
  await delay(BUSY_AFTER_MS);
  const verified = await verificationTimes(verifying, prompt.url);

  for (let n = 0; n < HANGING; n += 1) await subscribe(clientOf(slow), hanging.url);
  // The limits would verify them over minutes.
  await stage.admin.query(
    `update webhook_subscriptions set status = 'active', validated_secret_version = secret_version, last_validated_at = now(),
       verification_token = null, verification_leased_until = null
     where organization_id = $1`,
    [slow.organizationId],
  );
  await createGroups(clientOf(slow), EVENTS);
  await delay(BUSY_AFTER_MS);
  const delivered = await deliveryTimes(delivering, prompt.arrivals, DELIVERIES);
  await service.stop();
  for (const receiver of [prompt, hanging, mute]) receiver.close();
  return [
    { measure: 'webhooks: verification when idle, slowest', value: Math.max(...verifiedIdle), unit: 'ms' },
    { measure: `… beside ${MUTE} mute endpoints of another organization`, value: Math.max(...verified), unit: 'ms' },
    { measure: 'webhooks: delivery when idle, p95', value: percentile(deliveredIdle, 95), unit: 'ms' },
    {
      measure: `… beside ${HANGING} hanging endpoints of another organization, with ${EVENTS} events each`,
      value: percentile(delivered, 95),
      unit: 'ms',
    },
  ];
}

/** The times from the request that creates a subscription until it is active, in milliseconds. */
async function verificationTimes(client: Client, endpointUrl: string): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < VERIFICATIONS; n += 1) {
    const begun = performance.now();
    await subscribeAndVerify(client, endpointUrl);
    times.push(performance.now() - begun);
  }
  return times;
}
