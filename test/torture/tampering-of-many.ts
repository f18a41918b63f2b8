const one = (table: string, where: string) => `(select id from ${table} where ${where} order by id limit 1)`;
const ENROLLED = `action = 'enrollment.created' and correlation_id like 'c-%'`;
const entry = one('audit_entries', ENROLLED);

/** A bulk write that was acknowledged and changed something. */
const BULK = `(select min(k.key) from torture.stored_keys k join torture.answers a using (key)
  where k.operation = 'bulk_enroll' and a.made > 0)`;

const transferred = one('enrollments', `status = 'transferred'`);
const given = one('member_tasks', 'cohort_task_id is not null');

const seatCohort = `(select cohort_id from enrollments where status = 'active' and cohort_id in (
  select id from cohorts where capacity is not null) group by 1 having count(*) > 1 limit 1)`;

export const TAMPERINGS_OF_MANY: Record<string, string> = {
  'a changed record without its audit entry': `delete from audit_entries where id = ${entry}`,
  'a changed record with more than one audit entry': `
    create temp table twin on commit drop as
      select * from audit_entries where correlation_id in (
        select correlation_id from audit_entries where id = ${entry});
    delete from audit_entries where id in (select id from twin);
    insert into audit_entries select * from twin;
    update twin set id = gen_random_uuid();
    insert into audit_entries select * from twin`,
  'an audit entry of a record that was not changed': `
    update audit_entries set target_id = gen_random_uuid() where id = ${entry}`,
  'a write with fewer or more events than changed records': `
    delete from events where id = ${one('events', `name = 'enrollment.created' and correlation_id like 'c-%'`)}`,
  'a changed record of a write without a key row': `delete from idempotency_keys where key = ${BULK}`,
  'an answer that counts other than the changed records': `
    update torture.answers set made = made + 1 where key = ${BULK}`,
  'a cohort over its capacity': `update cohorts set capacity = 1 where id = ${seatCohort}`,
  'a person with two seats in a cohort': `
    drop index enrollments_one_seat;
    create temp table again on commit drop as
      select * from enrollments where cohort_id = ${seatCohort} and status = 'active' limit 1;
    update again set id = gen_random_uuid(), transferred_from_id = null;
    insert into enrollments select * from again`,
  'a cohort task that an enrollment has twice': `
    drop index member_tasks_of_cohort_task;
    create temp table again on commit drop as select * from member_tasks where id = ${given};
    update again set id = gen_random_uuid();
    insert into member_tasks select * from again`,
  'an enrollment without a published task of its cohort': `delete from member_tasks where id = ${given}`,
  'a transferred enrollment that goes on as none or as several': `
    update enrollments set transferred_from_id = null where transferred_from_id = ${transferred}`,
  'open work that a transfer left behind': `
    update member_tasks set enrollment_id = ${transferred}
    where id = ${one('member_tasks', `status = 'published'`)}`,
  'work that a handover left behind': `
    update interventions set status = 'planned', owner_account_id = (
      select m.account_id from members m join torture.stored_keys k on k.path_target = m.id::text
      where k.operation = 'hand_over_work' limit 1)
    where id = ${one('interventions', `status = 'planned'`)}`,
  'a deadline that is not the first one and every extension': `
    update member_tasks set due_at = due_at + interval '1 day' where id = ${one('member_tasks', `due_at is not null and title not like 'remind-%'`)}`,
  'a committed import with a row of which nothing was done': `
    update people_import_rows set member_id = null where people_import_id in (
      select id from people_imports where status = 'committed')`,
};
