import type { Schemas } from '@delivery-service/client';
import { useState } from 'react';
import { accessOf } from '../../api/access.js';
import { useList } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { strings } from '../../strings/common.js';
import { groups as t } from '../../strings/groups.js';
import { PageLink } from '../../ui/link.js';
import { Filter, List, type Column } from '../../ui/list.js';
import { Screen } from '../../ui/screen.js';
import { Status } from '../../ui/value.js';
import { CreateGroup } from './create-group.js';

const KINDS = ['all', 'level', 'specialty', 'accountability'] as const;

/** The groups of the school. */
export default function Groups() {
  const { isDirector } = accessOf(useSession().me);
  const [type, setType] = useState<(typeof KINDS)[number]>('all');
  const list = useList('/groups', { query: { limit: 50, ...(type !== 'all' && { type }) } });
  return (
    <Screen title={t.title} about={t.about} actions={isDirector && <CreateGroup />}>
      <div className="filters">
        <Filter label={t.filter} values={KINDS} value={type} nameOf={(kind) => t.types[kind]} onChange={setType} />
      </div>
      <List label={t.title} list={list} idOf={({ id }) => id} empty={t.empty} columns={COLUMNS} />
    </Screen>
  );
}

const COLUMNS: Column<Schemas['Group']>[] = [
  {
    header: t.group,
    value: ({ name }) => name,
    cell: ({ id, name }) => <PageLink to={`/groups/${id}`}>{name}</PageLink>,
  },
  { header: t.type, value: ({ type }) => t.types[type], cell: ({ type }) => t.types[type] },
  {
    header: t.scope,
    value: ({ cohortName, programName, scope }) => cohortName ?? programName ?? t.scopes[scope],
    cell: ({ cohortName, programName, scope }) => cohortName ?? programName ?? t.scopes[scope],
  },
  {
    header: t.members,
    isNumber: true,
    value: ({ activeMembershipCount }) => activeMembershipCount,
    cell: ({ activeMembershipCount, capacity }) => t.taken(activeMembershipCount, capacity),
  },
  {
    header: strings.common.status,
    value: ({ lifecycle }) => lifecycle,
    cell: ({ lifecycle }) => <Status value={lifecycle} />,
  },
];
