import type { Schemas } from '@delivery-service/client';
import { Group, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { outcomesOf } from '../../api/each.js';
import { useList } from '../../api/reads.js';
import { strings } from '../../strings/common.js';
import { groups } from '../../strings/groups.js';
import { programs } from '../../strings/programs.js';
import { word } from '../../strings/words.js';
import { optionsOf } from '../../ui/intervention-fields.js';
import { PageLink } from '../../ui/link.js';
import { Filter, List, type Column } from '../../ui/list.js';
import { PersonParts } from '../../ui/person-parts.js';
import { OutcomeList } from '../../ui/outcome-list.js';
import { ResourceInput } from '../../ui/resource-input.js';
import { Section } from '../../ui/screen.js';
import { Instant, Status } from '../../ui/value.js';
import { WriteAction } from '../../ui/write-action.js';
import { CreateCohortGroup } from '../groups/create-group.js';
import { EnrollSeveral } from './enroll-several.js';

const t = programs.cohort;

const STATUSES = ['all', 'pending', 'active', 'paused', 'completed', 'withdrawn', 'failed', 'transferred'] as const;

interface CohortMembersProps {
  cohort: Schemas['Cohort'];
  isDirector: boolean;
}

/** Who is enrolled, and what can be done with several at once. */
export function CohortMembers({ cohort, isDirector }: CohortMembersProps) {
  const cohortId = cohort.id;
  const [status, setStatus] = useState<(typeof STATUSES)[number]>('all');
  const [words, setWords] = useState('');
  const [q] = useDebouncedValue(words.trim(), 200);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const query = { cohortId, limit: 100, ...(status !== 'all' && { status }), ...(q && { q }) };
  const list = useList('/enrollments', { query });
  const chosen = list.isPlaceholderData ? [] : list.items.filter(({ id }) => selected.has(id));
  const columns = useMemo(() => columnsOf(cohort.timezone), [cohort.timezone]);
  return (
    <Section
      title={t.members}
      actions={
        isDirector && (
          <>
            <CreateCohortGroup cohort={cohort} />
            <EnrollSeveral cohortId={cohortId} />
          </>
        )
      }
    >
      <div className="filters">
        <TextInput label={t.words} value={words} onChange={({ currentTarget }) => setWords(currentTarget.value)} />
        <Filter label={t.filter} values={STATUSES} value={status} nameOf={word} onChange={setStatus} />
      </div>
      {isDirector && (
        <Group gap="xs" align="flex-end" className="selection">
          <Text size="sm">{strings.list.selected(chosen.length)}</Text>
          <BulkMove cohortId={cohortId} chosen={chosen} />
          <AddToGroup cohort={cohort} chosen={chosen} />
        </Group>
      )}
      <List
        label={t.members}
        list={list}
        idOf={({ id }) => id}
        empty={t.noMembers}
        selection={isDirector ? { selected, onChange: setSelected, nameOf } : undefined}
        columns={columns}
      />
    </Section>
  );
}

function columnsOf(zone: string): Column<Schemas['Enrollment']>[] {
  return [
    {
      header: t.member,
      value: nameOf,
      cell: (item) => <PageLink to={`/enrollments/${item.id}`}>{nameOf(item)}</PageLink>,
    },
    {
      header: strings.common.status,
      value: ({ status }) => word(status),
      cell: ({ status }) => <Status value={status} />,
    },
    {
      header: t.enrolledAt,
      value: ({ enrolledAt }) => enrolledAt,
      cell: ({ enrolledAt }) => <Instant iso={enrolledAt} zone={zone} />,
    },
    { header: strings.common.goTo, cell: ({ id }) => <PersonParts enrollmentId={id} /> },
  ];
}

function nameOf({ memberName, memberId }: Schemas['Enrollment']): string {
  return memberName ?? memberId;
}

/** First the group is chosen, then whoever is selected joins it. */
function AddToGroup({ cohort, chosen }: { cohort: Schemas['Cohort']; chosen: Schemas['Enrollment'][] }) {
  const [groupId, setGroupId] = useState('');
  const people = chosen.map((item) => ({ name: nameOf(item) }));
  return (
    <Group gap="xs" wrap="nowrap" align="flex-end">
      <ResourceInput
        choosable={{ of: 'groups', cohort: { id: cohort.id, programId: cohort.programId } }}
        label={groups.group}
        value={groupId}
        isClearable
        error={undefined}
        onChange={setGroupId}
      />
      <WriteAction
        label={groups.addSeveral}
        about={groups.people(chosen.length)}
        disabled={chosen.length === 0 || groupId === ''}
        to="POST /groups/{groupId}/bulk-memberships"
        path={{ groupId }}
        body={() => ({ items: chosen.map(({ id }) => ({ enrollmentId: id })), onRefusal: 'skip' })}
        done={({ done }) => strings.write.outcomes(done, 0)}
        outcome={(data) => (data.skipped === 0 ? null : <OutcomeList outcomes={outcomesOf(data, people)} />)}
      />
    </Group>
  );
}

function BulkMove({ cohortId, chosen }: { cohortId: string; chosen: Schemas['Enrollment'][] }) {
  const items = chosen.map(({ id }) => ({ enrollmentId: id }));
  const people = chosen.map((item) => ({ name: nameOf(item) }));
  return (
    <WriteAction
      label={t.bulkMove}
      about={`${t.people(chosen.length)} ${t.bulkMoveHint}`}
      disabled={chosen.length === 0}
      fields={{
        move: { kind: 'choice', label: t.what, options: optionsOf(['activate', 'pause', 'resume', 'close']) },
        result: {
          kind: 'choice',
          label: t.result,
          options: optionsOf(['completed', 'withdrawn', 'failed']),
          isOptional: true,
        },
        reason: { kind: 'longText', label: programs.reason, isOptional: true },
      }}
      to="POST /cohorts/{cohortId}/bulk-enrollment-moves"
      path={{ cohortId }}
      body={(values) => ({ ...values, items, onRefusal: 'skip' })}
      done={({ done }) => strings.write.outcomes(done, 0)}
      outcome={(data) => <OutcomeList outcomes={outcomesOf(data, people)} />}
    />
  );
}
