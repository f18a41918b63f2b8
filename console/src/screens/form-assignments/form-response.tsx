import type { Schemas } from '@delivery-service/client';
import { Group, Text } from '@mantine/core';
import { useRead } from '../../api/reads.js';
import { viewerZone } from '../../dates.js';
import { strings } from '../../strings/common.js';
import { formAssignments, formResponses as t } from '../../strings/form-assignments.js';
import { intakeLinks } from '../../strings/intake-links.js';
import { PageLink } from '../../ui/link.js';
import { Facts, PendingScreen, Screen, Section } from '../../ui/screen.js';
import { Loaded } from '../../ui/states.js';
import { Instant, Status } from '../../ui/value.js';
import { Answers } from './answers.js';
import { useFilter } from './filter.js';
import { useIntakeLinkName } from './intake-link-name.js';
import { RecordedOutcomes } from './recorded-outcomes.js';
import { ResponseActions } from './response-actions.js';

type Response = Schemas['FormResponse'];

/** One response: its answers, those that it had before, and what was recorded of them. */
export default function FormResponse({ formResponseId }: { formResponseId: string }) {
  const path = { formResponseId };
  const [named] = useFilter('revision');
  const revision = /^[1-9]\d{0,8}$/.test(named) ? Number(named) : undefined;
  const query = useRead('/form-responses/{formResponseId}', { path });
  const place = usePlace(query.data);
  if (!query.data) return <PendingScreen title={t.title} query={query} />;
  if (!place) return <PendingScreen title={t.title} query={{ ...query, isPending: true }} />;
  const response = query.data;
  const isEarlier = revision !== undefined && revision !== response.revision;
  const { memberName, formName, linkName, zone } = place;
  const { enrollmentId, outcomeEntryIds } = response;
  return (
    <Screen
      title={t.one(formName, memberName ?? linkName)}
      trail={[
        <PageLink key="assignments" to="/form-assignments">
          {formAssignments.title}
        </PageLink>,
        <PageLink
          key="form"
          to={
            response.formAssignmentId === null
              ? `/forms/${response.formId}/responses?intakeLinkId=${response.intakeLinkId ?? ''}`
              : `/form-assignments/${response.formAssignmentId}`
          }
        >
          {formName}
        </PageLink>,
      ]}
      actions={<ResponseActions response={response} zone={zone} />}
    >
      <About response={response} place={place} />
      {isEarlier ? (
        <Earlier path={path} revision={revision} />
      ) : (
        <>
          <AnswersPart response={response} />
          {enrollmentId !== null && outcomeEntryIds.length > 0 && (
            <RecordedOutcomes enrollmentId={enrollmentId} outcomeEntryIds={outcomeEntryIds} />
          )}
        </>
      )}
    </Screen>
  );
}

interface Place {
  formName: string;
  /** Null until a response by an intake link is linked. */
  memberName: string | null;
  linkName: string;
  zone: string;
}

/** Whose response it is, to which form, and the zone of their cohort; undefined while that is read. */
function usePlace(response: Response | undefined): Place | undefined {
  const { formId = '', enrollmentId = null, intakeLinkId = null } = response ?? {};
  const isKnown = response !== undefined;
  const isSomebodys = enrollmentId !== null;
  const linkName = useIntakeLinkName(formId, intakeLinkId);
  const form = useRead('/forms/{formId}', { path: { formId } }, { enabled: isKnown });
  const enrollment = useRead(
    '/enrollments/{enrollmentId}',
    { path: { enrollmentId: enrollmentId ?? '' } },
    { enabled: isSomebodys },
  );
  const cohortId = enrollment.data?.cohortId ?? '';
  const cohort = useRead('/cohorts/{cohortId}', { path: { cohortId } }, { enabled: cohortId !== '' });
  const isPending = form.isPending || (isSomebodys && enrollment.isPending) || (cohortId !== '' && cohort.isPending);
  if (!response || isPending) return undefined;
  return {
    formName: form.data?.name ?? response.formId,
    memberName: isSomebodys ? (enrollment.data?.memberName ?? t.somebody) : null,
    linkName,
    zone: cohort.data?.timezone ?? viewerZone,
  };
}

function About({ response, place: { memberName, linkName, zone } }: { response: Response; place: Place }) {
  const { status, number, enrollmentId, answeredByName, submittedAt, editableUntil, redactedAt, revision } = response;
  const isByLink = response.intakeLinkId !== null;
  return (
    <Facts
      facts={{
        [strings.common.person]:
          enrollmentId === null ? (
            intakeLinks.nobody
          ) : (
            <PageLink to={`/enrollments/${enrollmentId}`}>{memberName}</PageLink>
          ),
        [intakeLinks.by]: isByLink ? linkName : undefined,
        [strings.common.status]: <Status value={status} />,
        [t.version]: number,
        [t.revision]: revision,
        [t.answeredBy]: isByLink ? undefined : answeredByName,
        [t.submittedAt]: <Instant iso={submittedAt} zone={zone} />,
        [t.editableUntil]:
          status === 'voided' || isByLink ? undefined : editableUntil === null ? (
            t.noEnd
          ) : (
            <Instant iso={editableUntil} zone={zone} />
          ),
        [t.redactedAt]: redactedAt === null ? undefined : <Instant iso={redactedAt} zone={zone} />,
      }}
    />
  );
}

function Earlier({ path, revision }: { path: { formResponseId: string }; revision: number }) {
  const { data, error, refetch } = useRead('/form-responses/{formResponseId}', { path, query: { revision } });
  if (data) return <AnswersPart response={data} isEarlier />;
  return <Loaded query={{ data, error, isPending: error === null, refetch }}>{() => null}</Loaded>;
}

/** The answers of one revision, with the way to those before and after. */
function AnswersPart({ response, isEarlier = false }: { response: Response; isEarlier?: boolean }) {
  const { id, formVersionId, revision } = response;
  const query = useRead('/form-versions/{formVersionId}', { path: { formVersionId } });
  return (
    <Section
      title={t.answers}
      actions={
        <Group gap="md">
          <Before response={response} />
          {isEarlier && <PageLink to={`/form-responses/${id}`}>{t.newest}</PageLink>}
        </Group>
      }
    >
      {isEarlier && <Text c="dimmed">{t.isEarlier(revision)}</Text>}
      <Loaded query={query}>{({ content }) => <Answers questions={content.questions} response={response} />}</Loaded>
    </Section>
  );
}

/** Leads to the revision before, where there is one: no read lists them, and drafts are not kept. */
function Before({ response: { id, revision, status } }: { response: Response }) {
  const before = revision - 1;
  const { data } = useRead(
    '/form-responses/{formResponseId}',
    { path: { formResponseId: id }, query: { revision: before } },
    { enabled: before > 0 && status !== 'draft' },
  );
  return data ? <PageLink to={`/form-responses/${id}?revision=${before}`}>{t.earlier}</PageLink> : null;
}
