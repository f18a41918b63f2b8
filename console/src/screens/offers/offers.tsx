import type { Schemas } from '@delivery-service/client';
import { Text } from '@mantine/core';
import { accessOf } from '../../api/access.js';
import { useList } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { money } from '../../money.js';
import { strings } from '../../strings/common.js';
import { offers as t } from '../../strings/offers.js';
import { word } from '../../strings/words.js';
import { PageLink } from '../../ui/link.js';
import { List, type Column } from '../../ui/list.js';
import { ChoiceFilter, ResourceFilter } from '../../ui/list-filters.js';
import { Screen } from '../../ui/screen.js';
import { oneOf, useFilters } from '../../ui/search-filters.js';
import { Status } from '../../ui/value.js';
import { CreateOffer } from './create-offer.js';
import { OnSale } from '../../ui/on-sale.js';

const STATUSES = ['draft', 'open', 'paused', 'archived'] as const;

/** What is sold: for a closer what is open or paused, for an administrator all of it. */
export default function Offers() {
  const { isAdministrator, readsPrograms } = accessOf(useSession().me);
  const { get } = useFilters();
  const status = oneOf(STATUSES, get('status'));
  const programId = get('programId');
  const statuses = isAdministrator ? STATUSES : STATUSES.slice(1, 3);
  const list = useList('/offers', {
    query: { limit: 50, ...(status && { status }), ...(programId && { programId }) },
  });
  return (
    <Screen
      title={t.title}
      about={t.about}
      actions={
        isAdministrator &&
        (programId ? <CreateOffer programId={programId} /> : <Text size="sm">{t.chooseProgram}</Text>)
      }
    >
      <div className="filters">
        {readsPrograms && <ResourceFilter name="programId" label={t.program} choosable={{ of: 'programs' }} />}
        <ChoiceFilter name="status" label={strings.common.status} values={statuses} nameOf={word} />
      </div>
      <List label={t.title} list={list} idOf={({ id }) => id} empty={t.empty} columns={COLUMNS} />
    </Screen>
  );
}

const COLUMNS: Column<Schemas['Offer']>[] = [
  {
    header: t.offer,
    value: ({ name }) => name,
    cell: ({ id, name }) => <PageLink to={`/offers/${id}`}>{name}</PageLink>,
  },
  {
    header: strings.common.status,
    value: ({ status }) => word(status),
    cell: ({ status }) => <Status value={status} />,
  },
  { header: t.onSale, cell: ({ onSale }) => <OnSale onSale={onSale} /> },
  {
    header: t.plans,
    cell: ({ terms: { currency, paymentPlans } }) =>
      paymentPlans.map(({ key, name, total }) => <div key={key}>{`${name}: ${money(currency, total)}`}</div>),
  },
  {
    header: t.salesCount,
    isNumber: true,
    value: ({ salesCount }) => salesCount,
    cell: ({ salesCount, salesLimit }) => t.salesOf(salesCount, salesLimit),
  },
];
