import { coachedEnrollments, ofAccount } from '#contexts/enrollments/enrollments.public.js';

/** SQL `any(…)` of the memberships of the person with the account `:account`: this one and former ones. */
export const OWN_MEMBERSHIPS = `any(array(
  select own.id from members own where own.organization_id = :organization and own.account_id = :account::uuid))`;

/** SQL: what the member `m` is assigned, by a current responsibility. */
function assigned(column: string, role: string, scope: string): string {
  return `select r.${column} from responsibilities r
    where r.organization_id = :organization and r.member_id = m.id and r.role = '${role}' and r.scope = '${scope}'
      and r.ended_at is null`;
}

/** SQL: the places of the enrollments `e` that the condition selects, with their organization, programs, cohorts and groups. */
function placesOf(condition: string): string {
  return `array(
    select distinct unnest(array[:organization::uuid, k.program_id, e.cohort_id] || array(
      select i.group_id from group_memberships i
      where i.organization_id = :organization and i.enrollment_id = e.id and i.ended_at is null))
    from enrollments e join cohorts k on k.organization_id = :organization and k.id = e.cohort_id
    where e.organization_id = :organization and ${condition})`;
}

/** SQL: what the member `m` leads: everything, programs and cohorts. */
function leading(acts: string): string {
  return `${acts} and (m.role in ('OWNER', 'ADMIN') or exists (${assigned('id', 'program_director', 'organization')})) as leads_all,
    array(${assigned('program_id', 'program_director', 'program')} and ${acts}) as led_programs,
    array(${assigned('cohort_id', 'coach', 'cohort')} and ${acts}) as led_cohorts`;
}

/** SQL: where else the member `m` has a place: as staff of somebody, enrolled, or enrolled and paused; and whether they are muted at `:now`. */
function placed(acts: string): string {
  const own = ofAccount('m.account_id');
  return `${placesOf(`${acts} and e.status in ('active', 'paused', 'completed') and e.id = any(${coachedEnrollments('m.id')})`)} as staff_places,
    ${placesOf(`e.status in ('active', 'completed') and ${own}`)} as enrolled_places,
    ${placesOf(`e.status = 'paused' and ${own}`)} as paused_places,
    exists (
      select 1 from community_mutes u
      join members muted on muted.organization_id = :organization and muted.id = u.member_id
      where u.organization_id = :organization and muted.account_id = m.account_id and u.until > :now::timestamptz
    ) as is_muted`;
}

// OFFSET 0: PostgreSQL evaluates the rights of a member once, and not again for every space.
const activeMembers = (columns: string, condition: string): string => `(
  select m.organization_id, m.id, m.account_id, ${columns} from members m
  where m.organization_id = :organization and m.status = 'active' and ${condition} offset 0) m`;

/**
 * SQL: the active members `m` that the condition selects, with what they lead. `acts` is the condition on which they act as
 * staff, as a session key never does.
 */
export function leaders(condition: string, acts = 'true'): string {
  return activeMembers(leading(acts), condition);
}

/** The same with all of their places. */
export function people(condition: string, acts = 'true'): string {
  return activeMembers(`${leading(acts)}, ${placed(acts)}`, condition);
}

/** SQL that joins every space `s`, with its group `g`, to the member `m`. */
export const SPACES = `spaces s on s.organization_id = m.organization_id
  left join groups g on g.organization_id = s.organization_id and g.id = s.group_id`;

/** SQL condition: the member moderates the space. */
export const MODERATES = `(m.leads_all or coalesce(
  coalesce(s.program_id, g.program_id) = any(m.led_programs), false) or coalesce(
  coalesce(s.cohort_id, g.cohort_id) = any(m.led_cohorts), false))`;

/** SQL condition: staff of the space. A director of any program is staff of those of the organization. */
export const IS_STAFF = `(${MODERATES} or s.place_id = any(m.staff_places)
  or s.scope = 'organization' and cardinality(m.led_programs) > 0)`;

/** SQL condition: the member reads the space. */
export const READS = `(${IS_STAFF} or s.place_id = any(m.enrolled_places || m.paused_places))`;

/** SQL condition: the member posts in the space. */
export const POSTS = `(s.status = 'active' and (${IS_STAFF}
  or s.posting = 'members' and not m.is_muted and s.place_id = any(m.enrolled_places)))`;

/** SQL condition: the member `m` is staff of the organization, whom nobody mutes or blocks. */
export const IS_STAFF_MEMBER = `(m.role in ('OWNER', 'ADMIN') or exists (
  select 1 from responsibilities r
  where r.organization_id = :organization and r.member_id = m.id
    and r.role in ('program_director', 'coach', 'reviewer') and r.ended_at is null))`;
