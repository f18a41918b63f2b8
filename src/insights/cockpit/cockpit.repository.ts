import { Injectable } from '@nestjs/common';
import { reachValues } from '#contexts/enrollments/enrollments.public.js';
import type { TenantSession } from '#kernel/persistence';
import type { Scope } from '#kernel/work';
import { countMembers, findCockpitCohort, findCockpitSessions, planCounting } from './cockpit.statements.js';

@Injectable()
export class CockpitRepository {
  /** Four pipelined statements on one snapshot. */
  async read(scope: Scope, cohort: string, windows: { interventionSince: Date; reviewDue: Date }) {
    const { now } = scope;
    const reach = reachValues(scope.caller);
    const { callerMember } = reach;
    const counted = { cohort, now, ...windows };
    // Statements are executed in order, so that planCounting applies to countMembers.
    const [[row], [sessions], , [members]] = await Promise.all([
      scope.query(findCockpitCohort, { cohort }),
      scope.query(findCockpitSessions, { cohort, now, ...reach }),
      scope.query(planCounting),
      reach.reachesAll
        ? scope.query(countMembers.tenant, counted)
        : scope.query(countMembers.assigned, { ...counted, callerMember }),
    ]);
    return { cohort: row, members, sessions };
  }

  /** The counts of a whole cohort, for nobody in particular. */
  async readWhole(
    tenant: TenantSession,
    cohort: string,
    { now, ...windows }: { now: Date; interventionSince: Date; reviewDue: Date },
  ) {
    const [[sessions], , [members]] = await Promise.all([
      tenant.query(findCockpitSessions, { cohort, now, reachesAll: true, callerMember: null }),
      tenant.query(planCounting),
      tenant.query(countMembers.tenant, { cohort, now, ...windows }),
    ]);
    return { members, sessions };
  }
}
