import { useRead } from '../api/reads.js';
import { PageLink } from './link.js';

/** The name of a program, which leads to its page. */
export function ProgramLink({ programId }: { programId: string }) {
  const { data } = useRead('/programs/{programId}', { path: { programId } });
  return <PageLink to={`/programs/${programId}`}>{data?.name ?? programId}</PageLink>;
}

/** The name of a cohort, which leads to its cockpit. */
export function CohortLink({ cohortId }: { cohortId: string }) {
  const { data } = useRead('/cohorts/{cohortId}', { path: { cohortId } });
  return <PageLink to={`/cohorts/${cohortId}`}>{data?.name ?? cohortId}</PageLink>;
}
