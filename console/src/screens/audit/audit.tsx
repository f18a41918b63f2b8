import type { Schemas } from '@delivery-service/client';
import { Button, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import names from 'virtual:names';
import { useSearchParams } from 'wouter';
import { useList } from '../../api/reads.js';
import { instantOf, viewerZone } from '../../dates.js';
import { audit as t } from '../../strings/audit.js';
import { strings } from '../../strings/common.js';
import { word } from '../../strings/words.js';
import type { Option } from '../../ui/option.js';
import { PageLink } from '../../ui/link.js';
import { List, type Column } from '../../ui/list.js';
import { MemberInput } from '../../ui/member-input.js';
import { Screen } from '../../ui/screen.js';
import { Instant } from '../../ui/value.js';
import { Changes } from './changes.js';

type Entry = Schemas['AuditEntry'];

const DEBOUNCE_MS = 250;

const TEXTS = ['targetId', 'correlationId'] as const;
const DAYS = ['from', 'to'] as const;

const choices = (values: readonly string[]) => values.map((value) => ({ value, label: word(value.replace('.', ' ')) }));

/** Who changed what, when and by which key. The filters are in the address: a history can be linked. */
export default function Audit() {
  const [search, setSearch] = useSearchParams();
  // Read once nothing has been typed for a moment.
  const [filter] = useDebouncedValue(search.toString(), DEBOUNCE_MS);
  const list = useList('/audit-entries', { query: { ...queryOf(new URLSearchParams(filter)), limit: 50 } });
  const set = (name: string, value: string | null) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === null || value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return (
    <Screen
      title={t.title}
      about={t.hint}
      actions={
        search.size > 0 && (
          <Button size="xs" variant="default" onClick={() => setSearch({})}>
            {t.clear}
          </Button>
        )
      }
    >
      <div className="filters" role="search" aria-label={t.filters}>
        {CHOICES.map(({ name, data }) => (
          <Select
            key={name}
            label={t.filterNames[name]}
            data={data}
            value={search.get(name)}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': strings.common.clear }}
            nothingFoundMessage={strings.list.nothingFound}
            onChange={(value) => set(name, value)}
          />
        ))}
        <Actor actorId={search.get('actorId')} entries={list.items} onChange={(value) => set('actorId', value)} />
        {[...TEXTS, ...DAYS].map((name) => (
          <TextInput
            key={name}
            label={t.filterNames[name]}
            type={name === 'from' || name === 'to' ? 'date' : 'text'}
            value={search.get(name) ?? ''}
            onChange={({ currentTarget }) => set(name, currentTarget.value)}
          />
        ))}
      </div>
      <List label={t.title} list={list} idOf={({ id }) => id} empty={t.empty} columns={COLUMNS} />
    </Screen>
  );
}

const CHOICES = [
  { name: 'action', data: choices(names.actions) },
  { name: 'targetType', data: choices(names.targetTypes) },
] as const;

interface ActorProps {
  actorId: string | null;
  /** Of whom is chosen in the address alone, the entries say the name. */
  entries: readonly Entry[];
  onChange: (accountId: string | null) => void;
}

function Actor({ actorId, entries, onChange }: ActorProps) {
  const [found, setFound] = useState<Option | null>(null);
  const name = entries.find((entry) => entry.actorId === actorId)?.actorName ?? t.account;
  const shown = found?.value === actorId ? found : { value: actorId ?? '', label: name };
  return (
    <MemberInput
      label={t.filterNames.actorId}
      by="accountId"
      role={undefined}
      value={actorId === null ? null : shown}
      isClearable
      error={undefined}
      onChange={(option) => {
        setFound(option);
        onChange(option?.value ?? null);
      }}
    />
  );
}

/** The filters of the API in the address. */
function queryOf(search: URLSearchParams): object {
  const day = (name: string) => instantOf(viewerZone, `${search.get(name) ?? ''}T00:00`);
  const query: Record<string, string | undefined> = { from: day('from'), to: day('to') };
  for (const name of ['action', 'targetType', 'targetId', 'actorId', 'correlationId']) {
    query[name] = search.get(name)?.trim();
  }
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined && value !== ''));
}

const COLUMNS: Column<Entry>[] = [
  { header: t.when, cell: ({ occurredAt }) => <Instant iso={occurredAt} /> },
  { header: t.what, cell: (entry) => <What entry={entry} /> },
  { header: t.who, cell: (entry) => <Who entry={entry} /> },
  { header: t.changes, cell: ({ changes }) => <Changes changes={changes} /> },
];

/** Where a resource has a page of its own. */
const PAGES: Partial<Record<Entry['targetType'], (id: string) => string>> = {
  program: (id) => `/programs/${id}`,
  cohort: (id) => `/programs/cohorts/${id}`,
  cohort_task: (id) => `/programs/cohort-tasks/${id}`,
  enrollment: (id) => `/enrollments/${id}`,
  member: (id) => `/people/${id}`,
  people_import: (id) => `/people/imports/${id}`,
  webhook_subscription: (id) => `/webhooks/${id}`,
};

function What({ entry: { action, targetType, targetId, correlationId } }: { entry: Entry }) {
  const page = PAGES[targetType]?.(targetId);
  return (
    <>
      <strong>{word(action.replace('.', ' '))}</strong>
      <div className="links">
        {page !== undefined && <PageLink to={page}>{t.open}</PageLink>}
        <PageLink to={`/audit?targetType=${targetType}&targetId=${targetId}`}>{t.sameResource}</PageLink>
        <PageLink to={`/audit?correlationId=${encodeURIComponent(correlationId)}`}>{t.sameRequest}</PageLink>
      </div>
    </>
  );
}

function Who({ entry }: { entry: Entry }) {
  if (entry.actorId === null) return t.service;
  return (
    <>
      <PageLink to={`/audit?actorId=${entry.actorId}`}>{entry.actorName ?? entry.actorId}</PageLink>
      {entry.apiKeyName !== null && <div className="dimmed">{t.byKey(entry.apiKeyName)}</div>}
      {entry.apiKeyCreatedBy !== null && <div className="dimmed">{t.otherMaker}</div>}
    </>
  );
}
