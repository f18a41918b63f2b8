import type { Schemas } from '@delivery-service/client';
import { useList } from '../../api/reads.js';
import { viewerZone } from '../../dates.js';
import { PageLink } from '../../ui/link.js';
import { Instant, Status } from '../../ui/value.js';

/** The cohorts of whoever is signed in are read once for all rows. Beyond so many, a row has no cohort of its own. */
const MOST = 100;

/** Gives the cohort of a row: undefined where it is not among those read. */
export function useCohorts() {
  const { items, isPending } = useList('/cohorts', { query: { limit: MOST } });
  const cohorts = new Map(items.map((cohort) => [cohort.id, cohort]));
  return { cohortOf: (cohortId: string) => cohorts.get(cohortId), isPending };
}

export type Cohorts = ReturnType<typeof useCohorts>;

/** The zone of the cohort, in which an input takes its time; undefined until it is known. */
export function zoneOf({ cohortOf, isPending }: Cohorts, cohortId: string): string | undefined {
  return isPending ? undefined : (cohortOf(cohortId)?.timezone ?? viewerZone);
}

interface PersonProps {
  enrollmentId: string;
  memberName: string | null;
  cohort?: Pick<Schemas['Cohort'], 'name'> | undefined;
  part?: string;
}

/** Whom it is about, and in which cohort. */
export function Person({ enrollmentId, memberName, cohort, part }: PersonProps) {
  const query = part === undefined ? '' : `?part=${part}`;
  return (
    <>
      <PageLink to={`/enrollments/${enrollmentId}${query}`}>{memberName}</PageLink>
      {cohort && <div className="dimmed">{cohort.name}</div>}
    </>
  );
}

/** When something is due, in the zone of its cohort, and whether it is overdue. */
export function Due({ zone, iso, isOverdue }: { zone: string | undefined; iso: string; isOverdue: boolean }) {
  return (
    <>
      {zone !== undefined && <Instant iso={iso} zone={zone} />} {isOverdue && <Status value="overdue" />}
    </>
  );
}
