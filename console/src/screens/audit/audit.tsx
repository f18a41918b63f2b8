import type { Schemas } from '@delivery-service/client';
import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useSearchParams } from 'wouter';
import { useList } from '../../api/reads.js';
import { instantOf, viewerZone } from '../../dates.js';
import { audit as t } from '../../strings/audit.js';
import { word } from '../../strings/words.js';
import { PageLink } from '../../ui/link.js';
import { List, type Column } from '../../ui/list.js';
import { Screen } from '../../ui/screen.js';
import { Instant } from '../../ui/value.js';
import { Changes } from './changes.js';

type Entry = Schemas['AuditEntry'];

const DEBOUNCE_MS = 250;

const FILTERS = ['action', 'targetType', 'targetId', 'actorId', 'correlationId', 'from', 'to'] as const;

/** Who changed what, when and by which key. The filters are in the address: a history can be linked. */
export default function Audit() {
  const [search, setSearch] = useSearchParams();
  const set = (name: string, value: string) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === '') next.delete(name);
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
        {FILTERS.map((name) => (
          <TextInput
            key={name}
            label={t.filterNames[name]}
            type={name === 'from' || name === 'to' ? 'date' : 'text'}
            value={search.get(name) ?? ''}
            onChange={({ currentTarget }) => set(name, currentTarget.value)}
          />
        ))}
      </div>
      <Entries search={search} />
    </Screen>
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

/** Read once nothing has been typed for a moment. */
function Entries({ search }: { search: URLSearchParams }) {
  const [filter] = useDebouncedValue(search.toString(), DEBOUNCE_MS);
  const query = { ...queryOf(new URLSearchParams(filter)), limit: 50 };
  const list = useList('/audit-entries', { query });
  return <List label={t.title} list={list} idOf={({ id }) => id} empty={t.empty} columns={COLUMNS} />;
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
