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

/** The name of a member, which leads to their page. For administrators, who may read members. */
export function MemberLink({ memberId }: { memberId: string }) {
  const { data } = useRead('/members/{memberId}', { path: { memberId } });
  return <PageLink to={`/people/${memberId}`}>{data?.name ?? memberId}</PageLink>;
}
