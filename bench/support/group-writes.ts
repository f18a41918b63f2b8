import { latenciesOf, type Latencies } from './figures.js';
import { putLoad, type Load, type LoadResult } from './load.js';
import { putOpenLoad } from './open-load.js';

/** The write that is measured: `POST /groups`. */
export const GROUP = { name: 'Tuesday accountability', type: 'accountability', scope: 'organization', capacity: 8 };
export const CONNECTIONS = 16;

type Choice = Partial<Load> & { apiKey?: string };

/** Writes of groups, each under a key of its own. */
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

/** Puts writes on a service; one that fails ends the measure. */
export async function writeGroups(serviceUrl: string, seconds: number, choice: Choice): Promise<LoadResult> {
  const result = await putLoad(groupWrites(serviceUrl, seconds, choice));
  refuseFailures(result.failures, result.requests);
  return result;
}

/** The same at so many writes per second; how long each took counts from when it was due. */
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
