import { putLoad, type Load, type LoadResult } from './load.js';

/** The write that is measured: `POST /groups`. */
export const GROUP = { name: 'Tuesday accountability', type: 'accountability', scope: 'organization', capacity: 8 };
export const CONNECTIONS = 16;

type Choice = Partial<Load> & { apiKey?: string };

/** Puts writes on a service, each under a key of its own; one that fails ends the measure. */
export async function writeGroups(
  serviceUrl: string,
  seconds: number,
  { apiKey, ...choice }: Choice,
): Promise<LoadResult> {
  const result = await putLoad({
    url: `${serviceUrl}/api/v1/groups`,
    method: 'POST',
    headers: apiKey === undefined ? {} : { 'x-api-key': apiKey },
    body: JSON.stringify(GROUP),
    connections: CONNECTIONS,
    seconds,
    newKeys: true,
    ...choice,
  });
  if (result.failures > 0) throw new Error(`${result.failures} of ${result.requests} writes failed`);
  return result;
}
