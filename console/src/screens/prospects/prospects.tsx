import type { Schemas } from '@delivery-service/client';
import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { accessOf } from '../../api/access.js';
import { useList } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { strings } from '../../strings/common.js';
import { prospects as t } from '../../strings/prospects.js';
import { word } from '../../strings/words.js';
import { PageLink } from '../../ui/link.js';
import { List, type Column } from '../../ui/list.js';
import { ChoiceFilter, ResourceFilter } from '../../ui/list-filters.js';
import { Screen } from '../../ui/screen.js';
import { oneOf, useFilters } from '../../ui/search-filters.js';
import { Instant, Status } from '../../ui/value.js';
import { CreateProspect } from './create-prospect.js';

const STATUSES = ['open', 'won', 'lost'] as const;
const OWNERSHIPS = ['unassigned', 'orphaned'] as const;

/** Whoever may buy: one's own as a closer, all of them as an administrator. */
export default function Prospects() {
  const { isAdministrator, readsPrograms } = accessOf(useSession().me);
  const { get, set } = useFilters();
  const [words] = useDebouncedValue(get('q').trim(), 200);
  const status = oneOf(STATUSES, get('status'));
  const ownership = oneOf(OWNERSHIPS, get('ownership'));
  const [closerMemberId, programId] = [get('closerMemberId'), get('programId')];
  const list = useList('/prospects', {
    query: {
      limit: 50,
      ...(words && (words.includes('@') ? { email: words } : { q: words })),
      ...(status && { status }),
      ...(ownership && { ownership }),
      ...(closerMemberId && { closerMemberId }),
      ...(programId && { programId }),
    },
  });
  return (
    <Screen title={t.title} about={t.about} actions={<CreateProspect />}>
      <div className="filters" role="search">
        <TextInput label={t.words} value={get('q')} onChange={({ currentTarget }) => set('q', currentTarget.value)} />
        <ChoiceFilter name="status" label={strings.common.status} values={STATUSES} nameOf={word} />
        {isAdministrator && (
          <>
            <ResourceFilter name="closerMemberId" label={t.closer} choosable={{ of: 'closers' }} />
            <ChoiceFilter
              name="ownership"
              label={t.ownership}
              values={OWNERSHIPS}
              nameOf={(value) => t.ownerships[value]}
            />
          </>
        )}
        {readsPrograms && <ResourceFilter name="programId" label={t.program} choosable={{ of: 'programs' }} />}
      </div>
      <List label={t.title} list={list} idOf={({ id }) => id} empty={t.empty} columns={COLUMNS} />
    </Screen>
  );
}

const COLUMNS: Column<Schemas['Prospect']>[] = [
  {
    header: t.prospect,
    value: ({ name }) => name,
    cell: ({ id, name, email }) => (
      <>
        <PageLink to={`/prospects/${id}`}>{name}</PageLink>
        {email !== null && <div className="dimmed">{email}</div>}
      </>
    ),
  },
  {
    header: strings.common.status,
    value: ({ status }) => word(status),
    cell: ({ status, lostReason }) => (
      <>
        <Status value={status} />
        {lostReason !== null && <div className="dimmed">{t.reasons[lostReason]}</div>}
      </>
    ),
  },
  {
    header: t.closer,
    value: ({ closerName }) => closerName ?? '',
    cell: ({ closerName, closerMayAct, status }) => (
      <>
        {closerName ?? t.noCloser}
        {closerName !== null && !closerMayAct && status === 'open' && <div className="alarming">{t.mayNotAct}</div>}
      </>
    ),
  },
  {
    header: t.nextCall,
    value: ({ nextCallAt }) => nextCallAt ?? '',
    cell: ({ nextCallAt }) => <Instant iso={nextCallAt} />,
  },
  { header: t.source, value: ({ source }) => source ?? '', cell: ({ source }) => source ?? strings.common.none },
  { header: t.createdAt, value: ({ createdAt }) => createdAt, cell: ({ createdAt }) => <Instant iso={createdAt} /> },
];
