import type { Schemas } from '@delivery-service/client';
import { useMemo } from 'react';
import { accessOf } from '../../api/access.js';
import { useList } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { decimalOf, money } from '../../money.js';
import { strings } from '../../strings/common.js';
import { sales as t } from '../../strings/sales.js';
import { word } from '../../strings/words.js';
import { PageLink } from '../../ui/link.js';
import { List, type Column } from '../../ui/list.js';
import { ChoiceFilter, ResourceFilter } from '../../ui/list-filters.js';
import { Screen } from '../../ui/screen.js';
import { oneOf, useFilters } from '../../ui/search-filters.js';
import { useOfferNames } from '../../ui/selling-names.js';
import { Instant, Status } from '../../ui/value.js';

const STATUSES = ['proposed', 'reserved', 'active', 'expired', 'cancelled'] as const;
const STANDINGS = ['overdue', 'on_schedule', 'paid', 'disputed'] as const;
const FULFILLMENTS = ['none', 'done', 'stuck', 'ended'] as const;

/** Sales: one's own as a closer, all of them as an administrator. A prospect or member is named in the address alone. */
export default function Sales() {
  const { isAdministrator, readsPrograms } = accessOf(useSession().me);
  const { get } = useFilters();
  const status = oneOf(STATUSES, get('status'));
  const standing = oneOf(STANDINGS, get('standing'));
  const fulfillment = oneOf(FULFILLMENTS, get('fulfillment'));
  const named = ['offerId', 'cohortId', 'closerMemberId', 'prospectId', 'memberId'] as const;
  const ids = Object.fromEntries(named.flatMap((name) => (get(name) ? [[name, get(name)]] : [])));
  const list = useList('/sales', {
    query: {
      limit: 50,
      ...(status && { status }),
      ...(standing && { standing }),
      ...(fulfillment && { fulfillment }),
      ...ids,
    },
  });
  const nameOf = useOfferNames();
  const columns = useMemo(() => columnsOf(nameOf), [nameOf]);
  return (
    <Screen title={t.title} about={t.about}>
      <div className="filters" role="search">
        <ChoiceFilter name="status" label={strings.common.status} values={STATUSES} nameOf={word} />
        <ChoiceFilter name="standing" label={t.standing} values={STANDINGS} nameOf={word} />
        <ChoiceFilter
          name="fulfillment"
          label={t.fulfillment}
          values={FULFILLMENTS}
          nameOf={(value) => t.fulfillments[value]}
        />
        <ResourceFilter name="offerId" label={t.offer} choosable={{ of: 'offers' }} />
        {readsPrograms && <ResourceFilter name="cohortId" label={t.cohort} choosable={{ of: 'cohorts' }} />}
        {isAdministrator && <ResourceFilter name="closerMemberId" label={t.closer} choosable={{ of: 'closers' }} />}
      </div>
      <List label={t.title} list={list} idOf={({ id }) => id} empty={t.empty} columns={columns} />
    </Screen>
  );
}

/** A decimal number first, so that amounts are sorted by it. */
const inFile = (currency: string, amount: number) => `${decimalOf(currency, amount)} ${currency}`;

const columnsOf = (nameOf: (offerId: string) => string): Column<Schemas['Sale']>[] => [
  {
    header: t.buyer,
    value: ({ buyer }) => buyer.name,
    cell: ({ id, buyer }) => <PageLink to={`/sales/${id}`}>{buyer.name}</PageLink>,
  },
  {
    header: t.offer,
    value: ({ offerId }) => nameOf(offerId),
    cell: ({ offerId }) => nameOf(offerId),
  },
  {
    header: strings.common.status,
    value: ({ status, standing }) => [status, standing].filter(Boolean).join(' '),
    cell: ({ status, standing, fulfillment }) => (
      <>
        <Status value={status} /> {standing !== null && <Status value={standing} />}{' '}
        {fulfillment.status === 'stuck' && <Status value="stuck" />}
      </>
    ),
  },
  {
    header: t.total,
    isNumber: true,
    value: ({ currency, total, discount }) => (total === null ? null : inFile(currency, total - discount)),
    cell: ({ currency, total, discount }) => (total === null ? strings.common.none : money(currency, total - discount)),
  },
  {
    header: t.outstanding,
    isNumber: true,
    value: ({ currency, outstanding }) => inFile(currency, outstanding),
    cell: ({ currency, outstanding, credit }) => (
      <>
        {money(currency, outstanding)}
        {credit > 0 && <div className="dimmed">{`${t.credit} ${money(currency, credit)}`}</div>}
      </>
    ),
  },
  {
    header: t.proposedAt,
    value: ({ proposedAt }) => proposedAt,
    cell: ({ proposedAt }) => <Instant iso={proposedAt} />,
  },
];
