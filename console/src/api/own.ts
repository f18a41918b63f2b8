import { useRead } from './reads.js';

/** The enrollments of whoever is signed in, the newest twenty. */
export function useOwnEnrollments() {
  return useRead('/me/enrollments', { query: { limit: 20 } });
}

/** Whether whoever is signed in learns: undefined until it is known. A key without this scope belongs to nobody who does. */
export function useIsLearner(): boolean | undefined {
  const { data, error } = useOwnEnrollments();
  if (error) return false;
  return data && data.items.length > 0;
}
