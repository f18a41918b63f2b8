/** Texts of one table `t` that go with a prospect: what its columns become, and in which rows. */
interface ErasedTexts {
  table: string;
  where: string;
  set: Readonly<Record<string, string>>;
}

/** SQL: the ids of the prospects, and the condition on a row of the sales; `:address` is the address of the person. */
interface ErasedRows {
  prospects: string;
  sale: (row: string) => string;
}

/**
 * The texts about prospects, and about whoever takes part in a sale with the address. Amounts, billing and the references
 * of payments stay: accounts must be kept. Sales and prospects come last, as the others are found by them.
 */
export function erasedTextsOf({ prospects, sale }: ErasedRows): ErasedTexts[] {
  const ofSales = `t.sale_id in (
    select s.id from sales s where s.organization_id = :organization and ${sale('s')})`;
  return [
    {
      // A customer that is being made at the provider: nothing is sent with the address any more.
      table: 'provider_jobs',
      where: `t.kind = 'create_customer' and t.finished_at is null and t.target_id in (
        select c.id from provider_customers c where c.organization_id = :organization and c.prospect_id in (${prospects}))`,
      set: { request: `'{"name": "Erased person"}'` },
    },
    {
      // Whoever settles money writes why: for the sale that it was for or, where it was for none, in words that name somebody.
      table: 'provider_events',
      where: `(${ofSales} or t.sale_id is null and exists (
        select 1 from prospects p where p.organization_id = :organization and p.id in (${prospects})
          and (strpos(lower(t.settle_reason), lower(p.name)) > 0 or strpos(lower(t.settle_reason), p.email) > 0)))`,
      set: { settle_reason: `case when t.settle_reason is not null then '[erased]' end` },
    },
    { table: 'refunds', where: ofSales, set: { reason: `'[erased]'` } },
    {
      table: 'payments',
      where: ofSales,
      set: { void_reason: `case when t.void_reason is not null then '[erased]' end` },
    },
    { table: 'sales_calls', where: `t.prospect_id in (${prospects})`, set: { summary: 'null' } },
    {
      table: 'sales',
      where: sale('t'),
      set: {
        ...{ end_reason: 'null', installments_reason: 'null' },
        participant_name: `case when t.participant_email = :address then 'Erased person' else t.participant_name end`,
        participant_email: 'nullif(t.participant_email, :address)',
      },
    },
    {
      table: 'prospects',
      where: `t.id in (${prospects})`,
      set: {
        ...{ name: `'Erased person'`, search: `''`, email: 'null', phone: 'null', source: 'null', erased_at: ':now' },
        ...{ status: `case when t.status = 'open' then 'lost' else t.status end` },
        // Nobody sells to the person any more.
        ...{ closed_at: 'coalesce(t.closed_at, :now)' },
        lost_reason: `case when t.status = 'open' then 'other' else t.lost_reason end`,
      },
    },
  ];
}

const PROSPECTS = 'select p.id from prospects p where p.organization_id = :organization and p.email = :address';

/** The same of a person: of the prospect with the address, and of the sales in which the person takes part. */
export const ERASED_TEXTS_OF_SELLING = erasedTextsOf({
  prospects: PROSPECTS,
  sale: (row) => `(${row}.participant_email = :address or ${row}.prospect_id in (${PROSPECTS}))`,
});
