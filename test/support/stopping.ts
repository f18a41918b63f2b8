import { until } from './until.js';

/** What a service that is asked to stop answers to the first readiness probe that it refuses. */
export async function refusedReadiness(url: string): Promise<Response> {
  let answer = Response.error();
  await until(
    async () => {
      answer = await fetch(`${url}/health/ready`);
      return !answer.ok;
    },
    { what: 'the service says that it stops' },
  );
  return answer;
}

/** Waits until the service accepts no connections any more. */
export function untilUnreachable(url: string): Promise<void> {
  const isUnreachable = (): Promise<boolean> =>
    fetch(`${url}/health/live`).then(
      () => false,
      () => true,
    );
  return until(isUnreachable, { what: 'the service accepts no connections' });
}
