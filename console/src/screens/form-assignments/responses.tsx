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

const STATUSES = ['all', 'draft', 'submitted', 'voided'] as const;

interface ResponsesProps {
  formId: string;
  /** Without one, those of all assignments of the form. */
  formAssignmentId?: string;
  zone?: string;
}

/** Responses to a form, those that were voided included. */
export function Responses({ formId, formAssignmentId, zone = viewerZone }: ResponsesProps) {
  const [status, setStatus] = useState<(typeof STATUSES)[number]>('all');
  const query = {
    formId,
    ...(formAssignmentId && { formAssignmentId }),
    ...(status !== 'all' && { status }),
    // A row reads the name of its person.
    limit: 20,
  };
  const list = useList('/form-responses', { query });
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
            cell: ({ enrollmentId }) => (
              <PageLink to={`/enrollments/${enrollmentId}`}>
                <PersonName enrollmentId={enrollmentId} />
              </PageLink>
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
            cell: ({ id, enrollmentId }) => (
              <PageLink to={`/form-responses/${id}`}>
                {t.answers}
                <span className="visually-hidden">
                  : <PersonName enrollmentId={enrollmentId} />
                </span>
              </PageLink>
            ),
          },
        ]}
      />
    </Section>
  );
}

/** The list names the account that answered, which may be that of the staff. */
function PersonName({ enrollmentId }: { enrollmentId: string }) {
  const { data, isPending } = useRead('/enrollments/{enrollmentId}', { path: { enrollmentId } });
  return isPending ? strings.common.loading : (data?.memberName ?? enrollmentId);
}
