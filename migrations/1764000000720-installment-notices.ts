import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Never changes: the checksum of this text is in checksums.json and in every database that it has run on. */
const sql = `
do $migration$
begin
-- Never updated. The installment may be dropped later.
create table installment_notices (
  organization_id uuid not null,
  id uuid not null,
  sale_id uuid not null,
  installment_id uuid not null,
  kind text not null check (kind in ('due', 'overdue', 'pause')),
  due_at timestamptz not null,
  -- The pause of the enrollment, which is never removed; null where there was nothing to pause.
  status_change_id uuid check (status_change_id is null or kind = 'pause'),
  noticed_at timestamptz not null,
  unique (organization_id, installment_id, kind, due_at),
  primary key (organization_id, id)
);
perform app_distribute('installment_notices');
alter table installment_notices add foreign key (organization_id) references organizations (id);
alter table installment_notices add foreign key (organization_id, sale_id) references sales (organization_id, id);
create index overdue_pauses_of_sale on installment_notices (organization_id, sale_id) where status_change_id is not null;
alter table installment_notices enable row level security;
alter table installment_notices force row level security;
create policy tenant on installment_notices
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);

-- Reminders of installments, sales calls, and proposals and holds that end.
alter table reminder_rules drop constraint reminder_rules_signal_check;
alter table reminder_rules add constraint reminder_rules_signal_check check (
  signal in ('member_task.due', 'live_session.start', 'coaching_session.start', 'booking.start', 'intervention.due',
             'review.due', 'milestone.due', 'form_assignment.close', 'enrollment.no_contact', 'installment.due',
             'sales_call.start', 'sale.expiry'));
create index sale_installments_due on sale_installments (organization_id, due_at, id);
create index sales_calls_starting on sales_calls (organization_id, starts_at, id) where status = 'booked';
create index sales_expiring on sales (organization_id, (case when accepted_at is null then expires_at else hold_until end), id)
  where status in ('proposed', 'reserved', 'expired');
end $migration$;
`;

export class InstallmentNotices1764000000720 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index sales_expiring; drop index sales_calls_starting; drop index sale_installments_due;
      delete from reminder_firings f using reminder_rules r
        where r.organization_id = f.organization_id and r.id = f.reminder_rule_id
          and r.signal in ('installment.due', 'sales_call.start', 'sale.expiry');
      delete from reminder_rules where signal in ('installment.due', 'sales_call.start', 'sale.expiry');
      alter table reminder_rules drop constraint reminder_rules_signal_check;
      alter table reminder_rules add constraint reminder_rules_signal_check check (
        signal in ('member_task.due', 'live_session.start', 'coaching_session.start', 'booking.start', 'intervention.due',
                   'review.due', 'milestone.due', 'form_assignment.close', 'enrollment.no_contact'));
      drop table installment_notices;`);
  }
}
