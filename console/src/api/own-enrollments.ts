import { ApiError } from '@delivery-service/client';
import { useRead } from './reads.js';

/** The enrollments of whoever is signed in, the newest twenty. */
export function useOwnEnrollments() {
  return useRead('/me/enrollments', { query: { limit: 20 } });
}

/** Whether whoever is signed in learns: undefined while it is not known, as when the read fails. A key may not reach enrollments. */
export function useIsLearner() {
  const query = useOwnEnrollments();
  const isOutOfReach = query.error instanceof ApiError && query.error.status === 403;
  return { query, isLearner: isOutOfReach ? false : query.data && query.data.items.length > 0 };
}

/** Whether whoever is signed in may store files of their own: they learn now. */
export function useStoresFiles(): boolean {
  const { data } = useOwnEnrollments();
  return data?.items.some(({ status }) => status === 'active' || status === 'paused') ?? false;
}
