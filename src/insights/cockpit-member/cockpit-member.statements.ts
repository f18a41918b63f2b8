import type { SourceOf } from '#kernel/fields';
import { newestFirst } from '#kernel/lists';
import { MEMBERS, PAST_ATTENDANCES, signalParameters, type CockpitScope } from '../cockpit/cockpit-signals.js';
import type { Parameters } from '#kernel/persistence';
import { insightTables } from '../insights.tables.js';
import type { CockpitMember } from './cockpit-member.dto.js';
import { membersBehind, RHYTHM, SIGNALS, type Signal } from './cockpit-member.signals.js';

const parameters = { ...signalParameters, callerMember: 'uuid' } as const;

const planned = `from interventions i
  where i.organization_id = :organization and i.enrollment_id = m.id and i.status = 'planned'`;

/** Newest enrollment first. A statement has only the parameters that its signal and scope need. */
function listMembersBehind(signal: Signal, scope: CockpitScope) {
  const { where, count = 'select 1', since = 'select null::timestamptz' } = membersBehind[signal];
  const sql = (page: string) => `select m.id as "enrollmentId", m.member_id as "memberId",
      (select p.name from members p where p.organization_id = :organization and p.id = m.member_id) as "memberName",
      m.status, ${RHYTHM} as rhythm, (${count}) as count, (${since}) as since,
      (select count(*)::integer ${planned}) as "plannedInterventions"
    from enrollments m
    where ${MEMBERS[scope]} and (${where})${page}`;
  const used = Object.entries(parameters).filter(([name]) => new RegExp(`:${name}\\b`).test(sql('')));
  return insightTables
    .list(`cockpit_${scope}_${signal}`, {
      parameters: Object.fromEntries(used) as unknown as typeof parameters,
      filters: { uncovered: ['flag', `not exists (select 1 ${planned})`] },
      order: newestFirst('enrollmentId', 'm.id'),
      sql: (page) => sql(`${page.conditions} ${page.orderAndLimit}`),
    })
    .returning<SourceOf<CockpitMember>>();
}

const statementsOf = (scope: CockpitScope) =>
  Object.fromEntries(SIGNALS.map((signal) => [signal, listMembersBehind(signal, scope)])) as Record<
    Signal,
    ReturnType<typeof listMembersBehind>
  >;

export const listMembers = { tenant: statementsOf('tenant'), assigned: statementsOf('assigned') };

const findAttendanceIn = <const P extends Parameters>(scope: CockpitScope, declared: P) =>
  insightTables
    .statement(
      `cockpit_${scope}_attendance_recorded`,
      declared,
      `select exists (
         select 1 from ${PAST_ATTENDANCES}
         join enrollments m on m.id = a.enrollment_id and ${MEMBERS[scope]}) as recorded`,
    )
    .returning<{ recorded: boolean }>();

/** Whether attendance of a member was recorded in any past session. */
export const findAttendance = {
  tenant: findAttendanceIn('tenant', { cohort: 'uuid', now: 'timestamptz' }),
  assigned: findAttendanceIn('assigned', { cohort: 'uuid', now: 'timestamptz', callerMember: 'uuid' }),
};
