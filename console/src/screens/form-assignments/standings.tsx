import type { Schemas } from '@delivery-service/client';
import { useState } from 'react';
import { useList } from '../../api/reads.js';
import { strings } from '../../strings/common.js';
import { formStandings as t } from '../../strings/form-assignments.js';
import { word } from '../../strings/words.js';
import { PageLink } from '../../ui/link.js';
import { Filter, List, type Column } from '../../ui/list.js';
import { Section } from '../../ui/screen.js';
import { Instant, Status } from '../../ui/value.js';

type Assignment = Schemas['FormAssignment'];

const STANDINGS = ['all', 'not_started', 'draft', 'submitted'] as const;
/** Learners answer while one looks. */
export const OFTEN_MS = 10_000;

/** Who is asked, and how far each of them is. */
export function Standings({ assignment, zone }: { assignment: Assignment; zone: string }) {
  const [standing, setStanding] = useState<(typeof STANDINGS)[number]>('all');
  const path = { formAssignmentId: assignment.id };
  const query = { limit: 50, ...(standing !== 'all' && { standing }) };
  const every = assignment.status === 'open' && OFTEN_MS;
  const list = useList('/form-assignments/{formAssignmentId}/standings', { path, query }, { every });
  return (
    <Section
      title={t.title}
      actions={<Filter label={t.filter} values={STANDINGS} value={standing} nameOf={word} onChange={setStanding} />}
    >
      <List
        label={t.title}
        list={list}
        idOf={({ enrollmentId }) => enrollmentId}
        empty={t.empty}
        columns={columnsOf(assignment, zone)}
      />
    </Section>
  );
}

function columnsOf({ id, answeredBy }: Assignment, zone: string): Column<Schemas['FormStanding']>[] {
  return [
    {
      header: strings.common.person,
      value: ({ memberName }) => memberName,
      cell: ({ enrollmentId, memberName }) => <PageLink to={`/enrollments/${enrollmentId}`}>{memberName}</PageLink>,
    },
    {
      header: t.standing,
      value: ({ standing }) => word(standing),
      cell: ({ standing }) => <Status value={standing} />,
    },
    { header: t.submittedAt, cell: ({ submittedAt }) => <Instant iso={submittedAt} zone={zone} /> },
    {
      header: t.answers,
      cell: ({ enrollmentId, memberName, standing }) =>
        standing === 'submitted' || (standing === 'draft' && answeredBy === 'staff') ? (
          <PageLink to={`/form-assignments/${id}/responses/${enrollmentId}`} aria-label={t.answersOf(memberName)}>
            {t.answers}
          </PageLink>
        ) : (
          strings.common.none
        ),
    },
  ];
}
