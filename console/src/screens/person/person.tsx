import type { Schemas } from '@delivery-service/client';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'wouter';
import { accessOf } from '../../api/access.js';
import { useRead } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { strings } from '../../strings/common.js';
import { person as t } from '../../strings/person.js';
import { LinkButton, PageLink } from '../../ui/link.js';
import { Filter } from '../../ui/list.js';
import { PendingScreen, Screen } from '../../ui/screen.js';
import { Loading } from '../../ui/states.js';
import { Status } from '../../ui/value.js';
import { Briefing } from './briefing.js';
import { EnrollmentActions } from './enrollment-actions.js';
import { Timeline } from './timeline.js';

const loadRecords = () => import('./records.js');

/** Each is loaded when one first looks at it, but for the timeline, with which the page begins. */
const PARTS = {
  timeline: Timeline,
  tasks: lazy(async () => ({ default: (await import('./tasks.js')).Tasks })),
  interventions: lazy(async () => ({ default: (await loadRecords()).Interventions })),
  blockers: lazy(async () => ({ default: (await loadRecords()).Blockers })),
  notes: lazy(async () => ({ default: (await import('./notes.js')).Notes })),
  coaching: lazy(async () => ({ default: (await import('./coaching.js')).Coaching })),
  extensions: lazy(async () => ({ default: (await loadRecords()).Extensions })),
  progress: lazy(async () => ({ default: (await import('./progress.js')).Progress })),
  outcomes: lazy(async () => ({ default: (await import('./outcomes.js')).Outcomes })),
};
type PartName = keyof typeof PARTS;
const PART_NAMES = Object.keys(PARTS) as PartName[];

/** Somebody enrolled: what one needs to know before a call, then the whole record. */
export default function Person({ enrollmentId }: { enrollmentId: string }) {
  const query = useRead('/enrollments/{enrollmentId}/briefing', { path: { enrollmentId } });
  const [search, setSearch] = useSearchParams();
  const part = PART_NAMES.find((name) => name === search.get('part')) ?? 'timeline';
  const briefing = query.data;
  if (!briefing) return <PendingScreen title={t.title} query={query} />;
  const Part = PARTS[part];
  return (
    <Screen
      title={briefing.member.name}
      about={<About briefing={briefing} />}
      trail={[
        <PageLink key="cohort" to={`/cohorts/${briefing.cohort.id}`}>
          {briefing.cohort.name}
        </PageLink>,
      ]}
      actions={<Actions briefing={briefing} />}
    >
      <Briefing briefing={briefing} />
      <div className="parts">
        <Filter
          label={t.parts}
          values={PART_NAMES}
          value={part}
          nameOf={(name) => t.partNames[name]}
          onChange={(name) => setSearch({ part: name })}
        />
      </div>
      <Suspense fallback={<Loading />}>
        <Part
          key={part}
          enrollmentId={enrollmentId}
          zone={briefing.cohort.timezone}
          programId={briefing.cohort.programId}
        />
      </Suspense>
    </Screen>
  );
}

function About({ briefing: { enrollment, cohort } }: { briefing: Schemas['EnrollmentBriefing'] }) {
  return (
    <>
      {cohort.programName} <Status value={enrollment.status} /> {enrollment.statusReason}
      <Transfers enrollmentId={enrollment.id} />
    </>
  );
}

/** Where a transfer came from, and where it goes on. */
function Transfers({ enrollmentId }: { enrollmentId: string }) {
  const { data } = useRead('/enrollments/{enrollmentId}', { path: { enrollmentId } });
  if (!data) return null;
  return (
    <div className="links">
      {data.transferredFromId !== null && (
        <PageLink to={`/enrollments/${data.transferredFromId}`}>{t.transferredFrom}</PageLink>
      )}
      {data.transferredToId !== null && (
        <PageLink to={`/enrollments/${data.transferredToId}`}>{t.transferredTo}</PageLink>
      )}
    </div>
  );
}

function Actions({ briefing }: { briefing: Schemas['EnrollmentBriefing'] }) {
  const { me } = useSession();
  return (
    <>
      <EnrollmentActions briefing={briefing} />
      {accessOf(me).isAdministrator && (
        <>
          <LinkButton to={`/people/${briefing.member.id}`}>{t.member}</LinkButton>
          <LinkButton to={`/audit?targetType=enrollment&targetId=${briefing.enrollment.id}`}>
            {strings.common.history}
          </LinkButton>
        </>
      )}
    </>
  );
}
