import type { Schemas } from '@delivery-service/client';
import { Text } from '@mantine/core';
import { useRead } from '../../api/reads.js';
import { viewerZone } from '../../dates.js';
import { strings } from '../../strings/common.js';
import { formAssignments as t, formStandings } from '../../strings/form-assignments.js';
import { NotMeasured } from '../../ui/states.js';
import { LinkButton, PageLink } from '../../ui/link.js';
import { Facts, PendingScreen, Screen, Section } from '../../ui/screen.js';
import { CohortLink, ProgramLink } from '../../ui/resource-link.js';
import { Instant, Status } from '../../ui/value.js';
import { AssignmentActions } from './assignment-actions.js';
import { Responses } from './responses.js';
import { OFTEN_MS, Standings } from './standings.js';

/** A form that somebody is asked to answer, and how far they are. */
export default function FormAssignment({ formAssignmentId }: { formAssignmentId: string }) {
  const query = useRead('/form-assignments/{formAssignmentId}', { path: { formAssignmentId } }, { every: OFTEN_MS });
  const assignment = query.data;
  const form = useRead(
    '/forms/{formId}',
    { path: { formId: assignment?.formId ?? '' } },
    { enabled: assignment !== undefined },
  );
  const zone = useZone(assignment?.cohortId ?? null);
  if (!assignment) return <PendingScreen title={t.assignment} query={query} />;
  if (!form.data || zone === undefined) return <PendingScreen title={t.assignment} query={form} />;
  const { formId } = assignment;
  const filters = `?formAssignmentId=${formAssignmentId}`;
  return (
    <Screen
      title={form.data.name}
      about={<Asked assignment={assignment} />}
      actions={
        <>
          <LinkButton to={`/forms/${formId}/results${filters}`}>{t.results}</LinkButton>
          <AssignmentActions assignment={assignment} form={form.data} zone={zone} />
        </>
      }
    >
      <About assignment={assignment} form={form.data} zone={zone} />
      {assignment.anonymous ? (
        <Section title={formStandings.title}>
          <Text>{formStandings.anonymous}</Text>
        </Section>
      ) : (
        <>
          <Standings assignment={assignment} zone={zone} />
          <Responses
            formId={formId}
            formAssignmentId={formAssignmentId}
            isByMembers={assignment.answeredBy === 'member'}
            zone={zone}
            every={assignment.status === 'open' && OFTEN_MS}
          />
        </>
      )}
    </Screen>
  );
}

/** That of the cohort; a program has cohorts in several. Undefined while it is read. */
function useZone(cohortId: string | null): string | undefined {
  const isOfCohort = cohortId !== null;
  const query = useRead('/cohorts/{cohortId}', { path: { cohortId: cohortId ?? '' } }, { enabled: isOfCohort });
  return isOfCohort && query.isPending ? undefined : (query.data?.timezone ?? viewerZone);
}

function Asked({ assignment: { cohortId, programId } }: { assignment: Schemas['FormAssignment'] }) {
  return cohortId === null ? <ProgramLink programId={programId ?? ''} /> : <CohortLink cohortId={cohortId} />;
}

interface AboutProps {
  assignment: Schemas['FormAssignmentDetail'];
  form: Schemas['Form'];
  zone: string;
}

function About({ assignment, form, zone }: AboutProps) {
  const { status, answeredBy, anonymous, opensAt, closesAt, editHours, lessonId, formVersionId } = assignment;
  const version = form.versions.find(({ id }) => id === formVersionId);
  return (
    <Facts
      facts={{
        [strings.common.status]: <Status value={status} />,
        [t.counts]: <Counts assignment={assignment} />,
        [t.answeredBy]: anonymous ? t.answeredAnonymously : t.answerers[answeredBy],
        [t.opensAt]: opensAt === null ? t.atOnce : <Instant iso={opensAt} zone={zone} />,
        [t.closesAt]: closesAt === null ? t.byHand : <Instant iso={closesAt} zone={zone} />,
        [t.edited]: editHours === 0 || anonymous ? t.noEdits : t.edits(editHours),
        [t.version]: version?.number,
        [t.lesson]: lessonId === null ? undefined : <Lesson lessonId={lessonId} />,
      }}
    />
  );
}

function Counts({ assignment: { counts, anonymous } }: Pick<AboutProps, 'assignment'>) {
  if (counts === null) return <NotMeasured reason="not_whole" label={strings.common.none} />;
  const { submitted, asked, draft } = counts;
  return anonymous ? t.countsOfAnonymous(submitted, asked) : t.countsOf(submitted, asked, draft);
}

function Lesson({ lessonId }: { lessonId: string }) {
  const { data } = useRead('/lessons/{lessonId}', { path: { lessonId } });
  return <PageLink to={`/programs/lessons/${lessonId}`}>{data?.title ?? lessonId}</PageLink>;
}
