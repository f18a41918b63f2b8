import type { DeliveryClient, Schemas } from '@delivery-service/client';
import { useQueries } from '@tanstack/react-query';
import { useSession } from '../../api/session.js';

export type Standing = Schemas['CohortTaskMember'];

/** What was read of a task: where each person stands, and whether that is everybody who has it. */
export interface Column {
  byPerson: ReadonlyMap<string, Standing>;
  isWhole: boolean;
}

const LIMIT = 100;

/**
 * Where the people stand with each of the tasks wanted. Both lists are newest first, so that a first page of a task mostly has
 * the people of the first page; the rest is read once somebody is shown who is not in it.
 */
export function useColumns(taskIds: readonly string[], people: readonly { id: string }[]): Map<string, Column> {
  const { client } = useSession();
  const firsts = useQueries({
    queries: taskIds.map((id) => ({
      queryKey: ['gradebook', id, 'first'],
      queryFn: ({ signal }: { signal: AbortSignal }) => firstPage(client, id, signal),
    })),
  });
  const rests = useQueries({
    queries: taskIds.map((id, at) => {
      const first = firsts[at]?.data;
      const known = new Set(first?.items.map(({ enrollmentId }) => enrollmentId));
      const cursor = first?.nextCursor ?? null;
      return {
        queryKey: ['gradebook', id, 'rest', cursor],
        queryFn: ({ signal }: { signal: AbortSignal }) => restAfter(client, id, cursor, signal),
        enabled: cursor !== null && people.some((person) => !known.has(person.id)),
      };
    }),
  });
  const columns = taskIds.map((id, at): [string, Column] => {
    const [first, rest] = [firsts[at]?.data, rests[at]?.data];
    const items = [...(first?.items ?? []), ...(rest ?? [])];
    const isWhole = first !== undefined && (first.nextCursor === null || rest !== undefined);
    return [id, { byPerson: new Map(items.map((item) => [item.enrollmentId, item])), isWhole }];
  });
  return new Map(columns);
}

async function firstPage(client: DeliveryClient, cohortTaskId: string, signal: AbortSignal) {
  const init = { path: { cohortTaskId }, query: { limit: LIMIT }, signal };
  return (await client.get('/cohort-tasks/{cohortTaskId}/member-tasks', init)).data;
}

async function restAfter(client: DeliveryClient, cohortTaskId: string, cursor: string | null, signal: AbortSignal) {
  const items: Standing[] = [];
  const query = { limit: LIMIT, ...(cursor !== null && { cursor }) };
  const init = { path: { cohortTaskId }, query, signal };
  for await (const item of client.pages('/cohort-tasks/{cohortTaskId}/member-tasks', init)) items.push(item);
  return items;
}
