import type { Schemas } from '@delivery-service/client';
import { useList } from '../../api/reads.js';
import { money } from '../../money.js';
import { sales as t } from '../../strings/sales.js';
import { List, type Column } from '../../ui/list.js';
import { Section } from '../../ui/screen.js';
import { Instant } from '../../ui/value.js';

type Entry = Schemas['SaleEntry'];

/** The entries of a sale, latest first. */
export function Ledger({ saleId }: { saleId: string }) {
  const list = useList('/sale-entries', { query: { saleId, limit: 50 } });
  return (
    <Section title={t.ledger} hint={t.ledgerHint}>
      <List label={t.ledger} list={list} idOf={({ id }) => id} empty={t.noEntries} columns={COLUMNS} />
    </Section>
  );
}

const COLUMNS: Column<Entry>[] = [
  { header: t.position, cell: ({ position }) => position },
  { header: t.entry, cell: ({ kind }) => t.entries[kind] },
  { header: t.amount, isNumber: true, cell: ({ currency, amount }) => money(currency, amount) },
  { header: t.occurredAt, cell: ({ occurredAt }) => <Instant iso={occurredAt} /> },
];
