import { FIRST_DEADLINE } from './many-ground.js';

const SEATED = `('pending', 'active', 'paused', 'completed')`;

const isPartAction = (column: string) => `${column} in (select unnest(also) from torture.operations)`;

/** What must not be found after writes on many: in their trail, which is that of single writes, and in what they changed. */
export const RULES_OF_MANY: Record<string, string> = {
  'a changed record without its audit entry': `
    select p.action || ' ' || p.target_id as found from torture.parts p
    where ${isPartAction('p.action')} and not exists (
      select from torture.all_audits a where a.xid = p.xid and a.action = p.action and a.target_id = p.target_id)`,
  'a changed record with more than one audit entry': `
    select action || ' ' || target_id as found from torture.all_audits where ${isPartAction('action')}
    group by xid, action, target_id having count(*) > 1`,
  'an audit entry of a record that was not changed': `
    select a.action || ' ' || a.target_id as found from torture.all_audits a
    where ${isPartAction('a.action')} and not exists (
      select from torture.parts p where p.xid = a.xid and p.action = a.action and p.target_id = a.target_id)`,
  'a write with fewer or more events than changed records': `
    select coalesce(p.action, e.name) || ' ' || coalesce(p.xid, e.xid) as found
    from (select xid, action, count(*) as number from torture.parts group by 1, 2) p
    full join (select xid, name, count(*) as number from torture.all_events where ${isPartAction('name')} group by 1, 2) e
      on e.xid = p.xid and e.name = p.action
    where ${isPartAction('coalesce(p.action, e.name)')} and p.number is distinct from e.number`,
  'a changed record of a write without a key row': `
    select p.action || ' ' || p.target_id as found from torture.parts p
    where not exists (select from torture.stored_keys k where k.xid = p.xid)`,
  'an answer that counts other than the changed records': `
    select a.key as found from torture.answers a
    join torture.stored_keys k using (key) join torture.operations o on o.operation = k.operation
    where a.status < 300 and o.counts is not null and a.made is distinct from (
      select count(*) from torture.parts p where p.xid = k.xid and p.action = o.counts[1])`,
  'a cohort over its capacity': `
    select c.id::text as found from cohorts c where c.capacity < (
      select count(*) from enrollments e where e.cohort_id = c.id and e.status in ${SEATED})`,
  'a person with two seats in a cohort': `
    select m.account_id::text as found from enrollments e join members m on m.id = e.member_id
    where e.status in ${SEATED} group by e.cohort_id, m.account_id having count(*) > 1`,
  'a cohort task that an enrollment has twice': `
    select cohort_task_id || ' ' || enrollment_id as found from member_tasks where cohort_task_id is not null
    group by cohort_task_id, enrollment_id having count(*) > 1`,
  'an enrollment without a published task of its cohort': `
    select t.id || ' ' || e.id as found from cohort_tasks t join enrollments e on e.cohort_id = t.cohort_id
    where t.status = 'published' and e.status in ('pending', 'active', 'paused') and not exists (
      select from member_tasks m where m.cohort_task_id = t.id and m.enrollment_id = e.id)`,
  'a transferred enrollment that goes on as none or as several': `
    select e.id::text as found from enrollments e where e.status = 'transferred' and 1 <> (
      select count(*) from enrollments n where n.transferred_from_id = e.id)`,
  'open work that a transfer left behind': `
    select e.id::text as found from enrollments e where e.status = 'transferred' and (
      exists (select from member_tasks t where t.enrollment_id = e.id and t.status = 'published')
      or exists (select from blockers b where b.enrollment_id = e.id and b.status = 'open')
      or exists (select from interventions i where i.enrollment_id = e.id and i.status = 'planned')
      or exists (select from responsibilities r where r.enrollment_id = e.id and r.ended_at is null))`,
  'work that a handover left behind': `
    select k.key as found from torture.stored_keys k join members m on m.id = k.path_target::uuid
    where k.operation = 'hand_over_work' and (
      exists (select from responsibilities r where r.member_id = m.id and r.ended_at is null)
      or exists (select from interventions i where i.owner_account_id = m.account_id and i.status = 'planned'))`,
  'a deadline that is not the first one and every extension': `
    select t.id::text as found from member_tasks t where t.title not like 'remind-%'
    and t.due_at <> timestamptz '${FIRST_DEADLINE}' + interval '24 hours' * (
      select count(*) from deadline_extension_tasks x where x.member_task_id = t.id)`,
  'a committed import with a row of which nothing was done': `
    select i.id::text as found from people_imports i join people_import_rows r on r.people_import_id = i.id
    where i.status = 'committed' and (r.member_id is null or (r.cohort_id is not null and r.enrollment_id is null))`,
};
