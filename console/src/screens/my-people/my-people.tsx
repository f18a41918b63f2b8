import type { Schemas } from '@delivery-service/client';
import { useMemo, useState } from 'react';
import { useList } from '../../api/reads.js';
import { strings } from '../../strings/common.js';
import { myPeople as t } from '../../strings/my-people.js';
import { word } from '../../strings/words.js';
import { PageLink } from '../../ui/link.js';
import { Filter, List, type Column } from '../../ui/list.js';
import { PersonParts } from '../../ui/person-parts.js';
import { Screen } from '../../ui/screen.js';

type Enrollment = Schemas['Enrollment'];

const STATUSES = ['active', 'pending', 'paused', 'completed'] as const;

/** Whom the caller coaches: from each person it is one click to their tasks and sessions. */
export default function MyPeople() {
  const [status, setStatus] = useState<(typeof STATUSES)[number]>('active');
  const list = useList('/enrollments', { query: { status, limit: 100 } });
  const cohorts = useList('/cohorts', { query: { limit: 100 } });
  const names = useMemo(
    () => new Map(cohorts.data?.pages.flatMap(({ items }) => items.map(({ id, name }) => [id, name]))),
    [cohorts.data],
  );
  const columns = useMemo(() => columnsOf(names), [names]);
  return (
    <Screen
      title={t.title}
      about={t.hint}
      actions={<Filter label={t.filter} values={STATUSES} value={status} nameOf={word} onChange={setStatus} />}
    >
      <List label={t.title} list={list} columns={columns} idOf={({ id }) => id} empty={t.empty} />
    </Screen>
  );
}

function columnsOf(names: ReadonlyMap<string, string>): Column<Enrollment>[] {
  const nameOf = ({ memberName, memberId }: Enrollment) => memberName ?? memberId;
  const cohortOf = ({ cohortId }: Enrollment) => names.get(cohortId) ?? t.cohort;
  return [
    {
      header: strings.common.person,
      value: nameOf,
      cell: (item) => <PageLink to={`/enrollments/${item.id}`}>{nameOf(item)}</PageLink>,
    },
    {
      header: t.cohort,
      value: cohortOf,
      cell: (item) => <PageLink to={`/cohorts/${item.cohortId}`}>{cohortOf(item)}</PageLink>,
    },
    { header: strings.common.goTo, cell: ({ id }) => <PersonParts enrollmentId={id} /> },
  ];
}
