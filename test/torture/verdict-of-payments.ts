/** What must not be found when the ledger is put beside the books of the provider. */
export const RULES_OF_PAYMENTS: Record<string, string> = {
  'a purpose that was charged more than once': `
    select sale_id as found from torture.charges group by sale_id having count(*) > 1`,
  'a charge that is not recorded as one payment': `
    select c.payment_id as found from torture.charges c where 1 <> (
      select count(*) from payments p
      where p.provider_id = c.payment_id and p.sale_id::text = c.sale_id and p.amount = c.amount)`,
  'a payment of the provider that it never charged': `
    select p.id::text as found from payments p where p.provider_id is not null and not exists (
      select from torture.charges c where c.payment_id = p.provider_id)`,
  'a refund there that is not one here': `
    select r.refund_id as found from torture.given_back r where 1 <> (
      select count(*) from refunds f join payments p on p.id = f.payment_id
      where f.provider_id = r.refund_id and p.provider_id = r.payment_id and f.amount = r.amount
        and f.status = 'succeeded')`,
  'a refund here that the provider never made': `
    select f.id::text as found from refunds f where not exists (
      select from torture.given_back r where r.refund_id = f.provider_id)`,
  'a checkout that its payment did not end': `
    select c.id::text as found from checkouts c where c.status <> 'paid'`,
  'a sale whose entries are not its payments less its refunds': `
    select s.id::text as found from sales s
    where (select coalesce(sum(case e.kind when 'received' then e.amount when 'refunded' then -e.amount else 0 end), 0)
        from sale_entries e where e.sale_id = s.id)
      <> (select coalesce(sum(p.amount), 0) from payments p where p.sale_id = s.id)
        - (select coalesce(sum(f.amount), 0) from refunds f where f.sale_id = s.id and f.status = 'succeeded')`,
  'money without exactly one event of its transaction': `
    select p.id::text as found from payments p join sale_entries e on e.payment_id = p.id and e.kind = 'received'
    where p.id not in (select payment_id from torture.paid_before) and 1 <> (
      select count(*) from events v where v.name = 'payment.received' and v.xmin = e.xmin
        and v.data ->> 'paymentId' = p.id::text)`,
};

const PAYMENT = `(select id from payments where provider_id is not null and id not in (
  select payment_id from torture.paid_before) order by id limit 1)`;

export const TAMPERINGS_OF_PAYMENTS: Record<string, string> = {
  'a purpose that was charged more than once': `
    insert into torture.charges select sale_id, job_id, 'pi_twice', amount from torture.charges limit 1`,
  'a charge that is not recorded as one payment': `delete from payments where id = ${PAYMENT}`,
  'a payment of the provider that it never charged': `delete from torture.charges`,
  'a refund there that is not one here': `update refunds set status = 'failed'`,
  'a refund here that the provider never made': `delete from torture.given_back`,
  'a checkout that its payment did not end': `update checkouts set status = 'expired'`,
  'a sale whose entries are not its payments less its refunds': `
    delete from sale_entries where payment_id = ${PAYMENT}`,
  'money without exactly one event of its transaction': `
    delete from events where name = 'payment.received' and data ->> 'paymentId' = ${PAYMENT}::text`,
};
