import type { Schemas } from '@delivery-service/client';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { accessOf } from '../../api/access.js';
import { useList } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { strings } from '../../strings/common.js';
import { forms as t } from '../../strings/forms.js';
import { PageLink } from '../../ui/link.js';
import { Filter, List, type Column } from '../../ui/list.js';
import { ResourceInput } from '../../ui/resource-input.js';
import { ProgramLink } from '../../ui/resource-link.js';
import { Screen } from '../../ui/screen.js';
import { Instant, Status } from '../../ui/value.js';
import { WriteAction } from '../../ui/write-action.js';

const STATUSES = ['all', 'draft', 'published', 'archived'] as const;

/** The forms of the organization and its programs. */
export default function Forms() {
  const { me } = useSession();
  const [status, setStatus] = useState<(typeof STATUSES)[number]>('all');
  const [programId, setProgramId] = useState('');
  const query = { limit: 50, ...(status !== 'all' && { status }), ...(programId !== '' && { programId }) };
  const list = useList('/forms', { query });
  const directs = me.responsibilities.some(({ role }) => role === 'program_director');
  return (
    <Screen
      title={t.title}
      about={t.about}
      actions={(accessOf(me).isAdministrator || directs) && <CreateForm isForAll={accessOf(me).isDirector} />}
    >
      <div className="filters">
        <ResourceInput
          label={t.program}
          choosable={{ of: 'programs' }}
          value={programId}
          error={undefined}
          isClearable
          onChange={setProgramId}
        />
        <Filter
          label={t.filter}
          values={STATUSES}
          value={status}
          nameOf={(value) => t.statuses[value]}
          onChange={setStatus}
        />
      </div>
      <List label={t.title} list={list} idOf={({ id }) => id} empty={t.empty} columns={COLUMNS} />
    </Screen>
  );
}

const COLUMNS: Column<Schemas['FormSummary']>[] = [
  {
    header: t.name,
    value: ({ name }) => name,
    cell: ({ id, name }) => <PageLink to={`/forms/${id}`}>{name}</PageLink>,
  },
  {
    header: t.program,
    cell: ({ programId }) => (programId === null ? t.wholeOrganization : <ProgramLink programId={programId} />),
  },
  {
    header: strings.common.status,
    value: ({ status }) => status,
    cell: ({ status }) => <Status value={status} />,
  },
  { header: t.updatedAt, value: ({ updatedAt }) => updatedAt, cell: ({ updatedAt }) => <Instant iso={updatedAt} /> },
];

/** A form without a program is for those who direct the whole organization. */
function CreateForm({ isForAll }: { isForAll: boolean }) {
  const [, navigate] = useLocation();
  return (
    <WriteAction
      label={t.create}
      fields={{
        name: { kind: 'text', label: t.name, hint: t.nameHint },
        programId: {
          kind: 'resource',
          label: t.program,
          hint: t.programHint,
          choosable: { of: 'programs' },
          ...(isForAll && { isOptional: true }),
        },
      }}
      to="POST /forms"
      body={({ name, programId }) => ({ name, ...(programId && { programId }) })}
      done={t.created}
      onDone={({ id }) => navigate(`/forms/${id}`)}
    />
  );
}
