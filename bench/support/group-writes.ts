import { latenciesOf, type Latencies } from './figures.js';
import { putLoad, type Load, type LoadResult } from './load.js';
import { putOpenLoad } from './open-load.js';

/** The body of the measured write, `POST /groups`. */
export const GROUP = { name: 'Tuesday accountability', type: 'accountability', scope: 'organization', capacity: 8 };
export const CONNECTIONS = 16;

type Choice = Partial<Load> & { apiKey?: string };

/** Group creations, each with its own Idempotency-Key. */
export function groupWrites(serviceUrl: string, seconds: number, { apiKey, ...choice }: Choice): Load {
  return {
    url: `${serviceUrl}/api/v1/groups`,
    method: 'POST',
    headers: apiKey === undefined ? {} : { 'x-api-key': apiKey },
    body: JSON.stringify(GROUP),
    connections: CONNECTIONS,
    seconds,
    newKeys: true,
    ...choice,
  };
}

/** Sends writes to a service; throws when one fails. */
export async function writeGroups(serviceUrl: string, seconds: number, choice: Choice): Promise<LoadResult> {
  const result = await putLoad(groupWrites(serviceUrl, seconds, choice));
  refuseFailures(result.failures, result.requests);
  return result;
}

/** Sends writes at a fixed rate; latencies count from when each was due. */
export async function writeGroupsAtRate(
  serviceUrl: string,
  rate: number,
  seconds: number,
  choice: Choice,
): Promise<Latencies> {
  const sent = await putOpenLoad(groupWrites(serviceUrl, seconds, choice), rate);
  refuseFailures(sent.filter(({ status }) => status !== 201).length, sent.length);
  return latenciesOf(sent.map(({ milliseconds }) => milliseconds));
}

function refuseFailures(failures: number, requests: number): void {
  if (failures > 0) throw new Error(`${failures} of ${requests} writes failed`);
}
