import type { Schemas } from '@delivery-service/client';
import { Button, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { useList } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { instantOf, viewerZone } from '../../dates.js';
import { strings, word } from '../../strings.js';
import { PageLink } from '../../ui/link.js';
import { List, Table, type Column } from '../../ui/list.js';
import { Screen } from '../../ui/screen.js';
import { Empty, Loaded } from '../../ui/states.js';
import { Instant } from '../../ui/value.js';
import { useAccountNames } from './account-names.js';
import { Changes } from './changes.js';

type Entry = Schemas['AuditEntry'];

const t = strings.audit;

/** How many entries are searched for a correlation id. */
const MOST_SEARCHED = 2_000;

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
            label={t[name]}
            type={name === 'from' || name === 'to' ? 'date' : 'text'}
            value={search.get(name) ?? ''}
            onChange={({ currentTarget }) => set(name, currentTarget.value)}
          />
        ))}
      </div>
      {search.has('correlationId') ? <OfRequest search={search} /> : <Entries search={search} />}
    </Screen>
  );
}

/** The filters of the API in the address. The entries of one request are all of one instant, `at`. */
function queryOf(search: URLSearchParams): object {
  const at = search.get('at');
  const day = (name: string) => instantOf(viewerZone, `${search.get(name) ?? ''}T00:00`);
  const end = at === null ? day('to') : new Date(Date.parse(at) + 1).toISOString();
  const query: Record<string, string | undefined> = { from: at ?? day('from'), to: end };
  for (const name of ['action', 'targetType', 'targetId', 'actorId']) query[name] = search.get(name)?.trim();
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined && value !== ''));
}

function Entries({ search }: { search: URLSearchParams }) {
  const names = useAccountNames();
  const list = useList('/audit-entries', { query: { ...queryOf(search), limit: 50 } });
  return <List label={t.title} list={list} idOf={idOf} empty={t.empty} columns={columnsOf(names)} />;
}

/** The API does not search by correlation id: the entries of the period are read, up to a bound, and searched here. */
function OfRequest({ search }: { search: URLSearchParams }) {
  const { client } = useSession();
  const names = useAccountNames();
  const filter = queryOf(search);
  const correlationId = search.get('correlationId')?.trim();
  const query = useQuery({
    queryKey: ['/audit-entries', filter, correlationId],
    queryFn: async ({ signal }) => {
      const found: Entry[] = [];
      let count = 0;
      for await (const entry of client.pages('/audit-entries', { query: { ...filter, limit: 100 }, signal })) {
        if (entry.correlationId === correlationId) found.push(entry);
        count += 1;
        if (count === MOST_SEARCHED) break;
      }
      return { found, count };
    },
  });
  return (
    <Loaded query={query}>
      {({ found, count }) => (
        <>
          {found.length === 0 ? (
            <Empty>{t.empty}</Empty>
          ) : (
            <Table label={t.title} items={found} idOf={idOf} columns={columnsOf(names)} />
          )}
          <Text size="sm" c="dimmed">
            {t.searched(count, count === MOST_SEARCHED)}
          </Text>
        </>
      )}
    </Loaded>
  );
}

function idOf(entry: Entry): string {
  return `${entry.correlationId} ${entry.action} ${entry.targetId}`;
}

function columnsOf(names: ReadonlyMap<string, string>): Column<Entry>[] {
  return [
    { header: t.when, cell: ({ occurredAt }) => <Instant iso={occurredAt} /> },
    { header: t.what, cell: (entry) => <What entry={entry} /> },
    { header: t.who, cell: (entry) => <Who entry={entry} names={names} /> },
    { header: t.changes, cell: ({ changes }) => <Changes changes={changes} /> },
  ];
}

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

function What({ entry: { action, targetType, targetId, correlationId, occurredAt } }: { entry: Entry }) {
  const page = PAGES[targetType]?.(targetId);
  return (
    <>
      <strong>{word(action.replace('.', ' '))}</strong>
      <div className="links">
        {page !== undefined && <PageLink to={page}>{t.open}</PageLink>}
        <PageLink to={`/audit?targetType=${targetType}&targetId=${targetId}`}>{t.sameResource}</PageLink>
        <PageLink to={`/audit?correlationId=${encodeURIComponent(correlationId)}&at=${occurredAt}`}>
          {t.sameRequest}
        </PageLink>
      </div>
    </>
  );
}

function Who({ entry, names }: { entry: Entry; names: ReadonlyMap<string, string> }) {
  if (entry.actorId === null) return t.service;
  return (
    <>
      <PageLink to={`/audit?actorId=${entry.actorId}`}>{names.get(entry.actorId) ?? entry.actorId}</PageLink>
      {entry.apiKeyName !== null && <div className="dimmed">{t.byKey(entry.apiKeyName)}</div>}
      {entry.apiKeyCreatedBy !== null && <div className="dimmed">{t.otherMaker}</div>}
    </>
  );
}
