import type { Schemas } from '@delivery-service/client';
import { useState } from 'react';
import { useList, useRead } from '../../api/reads.js';
import { viewerZone } from '../../dates.js';
import { strings } from '../../strings/common.js';
import { formResponses as t } from '../../strings/form-assignments.js';
import { word } from '../../strings/words.js';
import { PageLink } from '../../ui/link.js';
import { Filter, List } from '../../ui/list.js';
import { Section } from '../../ui/screen.js';
import { Instant, Status } from '../../ui/value.js';
import { useIntakeLinkName } from './intake-link-name.js';

type Response = Schemas['FormResponse'];

const STATUSES = ['all', 'draft', 'submitted', 'voided'] as const;

interface ResponsesProps {
  formId: string;
  /** Without one, those of all assignments of the form. */
  formAssignmentId?: string;
  /** Only those by this link. */
  intakeLinkId?: string;
  /** Members answer for themselves: whoever answered is the person. */
  isByMembers?: boolean;
  zone?: string;
  every?: number | false;
}

/** Responses to a form, those that were voided included. */
export function Responses({
  formId,
  formAssignmentId,
  intakeLinkId,
  isByMembers = false,
  zone = viewerZone,
  every = false,
}: ResponsesProps) {
  const [status, setStatus] = useState<(typeof STATUSES)[number]>('all');
  const query = {
    formId,
    ...(formAssignmentId && { formAssignmentId }),
    ...(intakeLinkId && { intakeLinkId }),
    ...(status !== 'all' && { status }),
    // A row may read the name of its person.
    limit: 20,
  };
  const list = useList('/form-responses', { query }, { every });
  const nameOf = (response: Response) => <PersonName response={response} isByMembers={isByMembers} />;
  return (
    <Section
      title={t.title}
      actions={<Filter label={t.filter} values={STATUSES} value={status} nameOf={word} onChange={setStatus} />}
    >
      <List
        label={t.title}
        list={list}
        idOf={({ id }) => id}
        empty={t.empty}
        columns={[
          {
            header: strings.common.person,
            cell: (response) =>
              response.enrollmentId === null ? (
                nameOf(response)
              ) : (
                <PageLink to={`/enrollments/${response.enrollmentId}`}>{nameOf(response)}</PageLink>
              ),
          },
          {
            header: strings.common.status,
            cell: ({ status: is, redactedAt }) => (
              <>
                <Status value={is} /> {redactedAt !== null && <Status value="redacted" />}
              </>
            ),
          },
          { header: t.version, isNumber: true, cell: ({ number }) => number },
          { header: t.answeredBy, cell: ({ answeredByName }) => answeredByName ?? strings.common.none },
          { header: t.submittedAt, cell: ({ submittedAt }) => <Instant iso={submittedAt} zone={zone} /> },
          {
            header: t.answers,
            cell: (response) => (
              <PageLink to={`/form-responses/${response.id}`}>
                {t.answers}
                <span className="visually-hidden">: {nameOf(response)}</span>
              </PageLink>
            ),
          },
        ]}
      />
    </Section>
  );
}

/** The list names the account that answered, which may be that of the staff: the enrollment is then read. One by a link is of nobody at first. */
function PersonName({ response, isByMembers }: { response: Response; isByMembers: boolean }) {
  const { formId, enrollmentId, intakeLinkId, answeredByName } = response;
  const known = isByMembers ? answeredByName : null;
  const linkName = useIntakeLinkName(formId, intakeLinkId);
  const { data, isPending } = useRead(
    '/enrollments/{enrollmentId}',
    { path: { enrollmentId: enrollmentId ?? '' } },
    { enabled: known === null && enrollmentId !== null },
  );
  if (enrollmentId === null) return linkName;
  if (known !== null) return known;
  return isPending ? strings.common.loading : (data?.memberName ?? t.somebody);
}
