import type { Schemas } from '@delivery-service/client';
import { accessOf } from '../../api/access.js';
import { useList } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { salesQueue as t } from '../../strings/sales-queue.js';
import { sinceNow } from '../../strings/words.js';
import { PageLink } from '../../ui/link.js';
import { List, type Column } from '../../ui/list.js';
import { ChoiceFilter, ResourceFilter } from '../../ui/list-filters.js';
import { Screen } from '../../ui/screen.js';
import { oneOf, useFilters } from '../../ui/search-filters.js';
import { ProspectLink } from '../../ui/selling-names.js';
import { Instant } from '../../ui/value.js';

type Item = Schemas['SalesQueueItem'];

const KINDS = Object.keys(t.kinds) as Item['kind'][];
/** What administrators decide on; a closer has none of it. */
const OF_ADMINISTRATORS: Item['kind'][] = [
  ...(['unassigned', 'orphaned', 'sale_stuck', 'credit'] as const),
  ...(['refund_failed', 'dispute_open', 'event_unplaced'] as const),
];

/** What is to be done next: one's own as a closer, of everybody as an administrator. */
export default function SalesQueue() {
  const { isAdministrator } = accessOf(useSession().me);
  const { get } = useFilters();
  const kinds = isAdministrator ? KINDS : KINDS.filter((kind) => !OF_ADMINISTRATORS.includes(kind));
  const kind = oneOf(kinds, get('kind'));
  const closerMemberId = get('closerMemberId');
  const query = { limit: 25, ...(kind && { kind }), ...(closerMemberId && { closerMemberId }) };
  const list = useList('/sales-queue', { query });
  return (
    <Screen title={t.title} about={t.about}>
      <div className="filters">
        <ChoiceFilter name="kind" label={t.kind} values={kinds} nameOf={(value) => t.kinds[value]} any={t.every} />
        {isAdministrator && <ResourceFilter name="closerMemberId" label={t.closer} choosable={{ of: 'closers' }} />}
      </div>
      <List
        label={t.title}
        list={list}
        idOf={({ kind: is, prospectId, saleId, callId }) => [is, prospectId, saleId, callId].join()}
        empty={t.empty}
        columns={COLUMNS}
      />
    </Screen>
  );
}

/** Where it is done: events on their page, anything else on that of the sale or of the prospect. */
function placeOf({ kind, saleId, prospectId }: Item): string {
  if (kind === 'event_unplaced') return '/organization/payment-provider/events';
  return saleId === null ? `/prospects/${prospectId}` : `/sales/${saleId}`;
}

const COLUMNS: Column<Item>[] = [
  { header: t.kind, cell: (item) => <PageLink to={placeOf(item)}>{t.kinds[item.kind]}</PageLink> },
  { header: t.prospect, cell: ({ prospectId }) => prospectId && <ProspectLink prospectId={prospectId} /> },
  {
    header: t.since,
    cell: ({ since }) => (
      <>
        <Instant iso={since} />
        {Date.parse(since) < Date.now() && <div className="dimmed">{sinceNow(since)}</div>}
      </>
    ),
  },
];
