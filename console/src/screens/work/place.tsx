import { useRead } from '../../api/reads.js';
import { viewerZone } from '../../dates.js';
import { PageLink } from '../../ui/link.js';
import { Instant, Status } from '../../ui/value.js';
import { work as t } from '../../strings/work.js';

/** The cohort of an enrollment, each of which is read once for all rows. Undefined where the caller may not read it. */
function useCohort(enrollmentId: string, known?: string) {
  const enrollment = useRead(
    '/enrollments/{enrollmentId}',
    { path: { enrollmentId } },
    { enabled: known === undefined },
  );
  const cohortId = known ?? enrollment.data?.cohortId;
  const cohort = useRead(
    '/cohorts/{cohortId}',
    { path: { cohortId: cohortId ?? '' } },
    { enabled: cohortId !== undefined },
  );
  const isPending =
    known === undefined ? enrollment.isPending || (cohortId !== undefined && cohort.isPending) : cohort.isPending;
  return { name: enrollment.data?.memberName ?? undefined, cohort: cohort.data, isPending };
}

interface PlaceProps {
  enrollmentId: string;
  /** Where the row says it: it is then not looked up. */
  cohortId?: string;
}

/** The zone of the cohort, in which an input takes its time; undefined until it is known. */
export function useZone({ enrollmentId, cohortId }: PlaceProps): string | undefined {
  const { cohort, isPending } = useCohort(enrollmentId, cohortId);
  return isPending ? undefined : (cohort?.timezone ?? viewerZone);
}

/** Whom it is about, and in which cohort. */
export function Person({
  enrollmentId,
  cohortId,
  memberName,
  part,
}: PlaceProps & { memberName?: string; part?: string }) {
  const { name, cohort } = useCohort(enrollmentId, memberName === undefined ? undefined : cohortId);
  const query = part === undefined ? '' : `?part=${part}`;
  return (
    <>
      <PageLink to={`/enrollments/${enrollmentId}${query}`}>{memberName ?? name ?? t.open}</PageLink>
      {cohort && <div className="dimmed">{cohort.name}</div>}
    </>
  );
}

/** An instant in the zone of the cohort, with the viewer's beside it. */
export function When({ enrollmentId, cohortId, iso, isOverdue }: PlaceProps & { iso: string; isOverdue?: boolean }) {
  const { cohort, isPending } = useCohort(enrollmentId, cohortId);
  return (
    <>
      {!isPending && <Instant iso={iso} zone={cohort?.timezone ?? viewerZone} />}{' '}
      {isOverdue === true && <Status value="overdue" />}
    </>
  );
}
