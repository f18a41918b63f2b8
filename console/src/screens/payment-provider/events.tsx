import type { Schemas } from '@delivery-service/client';
import { useList } from '../../api/reads.js';
import { instantIn, viewerZone } from '../../dates.js';
import { strings } from '../../strings/common.js';
import { paymentProvider } from '../../strings/payment-provider.js';
import { providerEvents as t } from '../../strings/provider-events.js';
import { word } from '../../strings/words.js';
import { PageLink } from '../../ui/link.js';
import { List, type Column } from '../../ui/list.js';
import { ChoiceFilter } from '../../ui/list-filters.js';
import { Screen, Section } from '../../ui/screen.js';
import { oneOf, useFilters } from '../../ui/search-filters.js';
import { Instant, Status } from '../../ui/value.js';
import { WriteAction } from '../../ui/write-action.js';

type Event = Schemas['ReceivedEvent'];

/** What somebody is to settle. */
const UNPLACED = ['unmatched', 'mismatched', 'failed'] as const;
const OUTCOMES = [...UNPLACED, 'waiting', 'applied', 'ignored'] as const;

/** How often the page is read again: events come by themselves, and wait until the provider was asked. */
const OFTEN_MS = 10_000;

/** What the payment provider told: first what has no place, then all of it. */
export default function ProviderEvents() {
  const outcome = oneOf(OUTCOMES, useFilters().get('outcome'));
  const query = { limit: 50, ...(outcome && { outcome }) };
  const list = useList('/provider-events', { query }, { every: OFTEN_MS });
  return (
    <Screen
      title={t.title}
      about={t.about}
      trail={[
        <PageLink key="provider" to="/organization/payment-provider">
          {paymentProvider.title}
        </PageLink>,
      ]}
    >
      {UNPLACED.map((one) => (
        <Unplaced key={one} outcome={one} />
      ))}
      <Section title={t.all}>
        <div className="filters">
          <ChoiceFilter name="outcome" label={t.outcome} values={OUTCOMES} nameOf={word} />
        </div>
        <List label={t.all} list={list} idOf={({ id }) => id} empty={t.empty} columns={COLUMNS} />
      </Section>
    </Screen>
  );
}

/** Nothing is shown where nothing is to be settled. */
function Unplaced({ outcome }: { outcome: (typeof UNPLACED)[number] }) {
  const list = useList('/provider-events', { query: { limit: 50, outcome } }, { every: OFTEN_MS });
  if (list.error === null && list.items.length === 0) return null;
  const title = t.outcomes[outcome];
  return (
    <Section title={title} hint={t.unplaced[outcome]}>
      <List label={title} list={list} idOf={({ id }) => id} empty={t.empty} columns={TO_SETTLE} />
    </Section>
  );
}

const WHEN_AND_WHAT: Column<Event>[] = [
  { header: t.receivedAt, cell: ({ receivedAt }) => <Instant iso={receivedAt} /> },
  { header: t.type, cell: ({ type }) => <code className="text">{type}</code> },
  { header: t.source, cell: ({ source }) => t.sources[source] },
];

const SALE: Column<Event> = {
  header: t.sale,
  cell: ({ saleId }) =>
    saleId === null ? strings.common.none : <PageLink to={`/sales/${saleId}`}>{t.salePage}</PageLink>,
};

const COLUMNS: Column<Event>[] = [
  ...WHEN_AND_WHAT,
  { header: t.outcome, cell: ({ outcome }) => <Status value={outcome} /> },
  SALE,
];

const TO_SETTLE: Column<Event>[] = [
  ...WHEN_AND_WHAT,
  SALE,
  { header: strings.common.actions, cell: (event) => <Settle event={event} /> },
];

const WHATS = (['sale', 'ignore'] as const).map((value) => ({ value, label: t.whats[value] }));

function Settle({ event: { id, type, receivedAt } }: { event: Event }) {
  return (
    <WriteAction
      label={t.settleTitle}
      short={t.settle}
      name={t.settleOf(type, instantIn(viewerZone, receivedAt))}
      submit={t.settle}
      about={t.settleAbout}
      fields={{
        what: { kind: 'choice', label: t.what, options: WHATS, startsEmpty: true },
        saleId: { kind: 'sale', label: t.sale, hint: t.saleHint, when: { field: 'what', isOneOf: ['sale'] } },
        reason: { kind: 'longText', label: t.why },
      }}
      to="POST /provider-events/{providerEventId}/settle"
      path={{ providerEventId: id }}
      body={({ what, saleId, reason }) => ({ reason, ...(what === 'sale' ? { saleId } : { ignore: true }) })}
      done={({ outcome }) => (outcome === 'ignored' ? t.ignored : t.settledWith)}
    />
  );
}
