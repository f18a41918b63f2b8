import { Injectable } from '@nestjs/common';
import { reachValues } from '../../enrollments/enrollments.public.js';
import type { Scope } from '../../platform/persistence/scope.js';
import {
  countMembers,
  findCockpitCohort,
  findCockpitSessions,
  type CohortRow,
  type MemberCounts,
  type SessionsRow,
} from './cockpit.statements.js';

export interface CockpitRows {
  cohort: CohortRow | undefined;
  members: MemberCounts;
  sessions: SessionsRow;
}

@Injectable()
export class CockpitRepository {
  /** Three statements on one snapshot, whatever the size of the cohort; they travel together. */
  async read(scope: Scope, cohortId: string, windows: { intervention: Date; reviews: Date }): Promise<CockpitRows> {
    const [all, member] = reachValues(scope.caller);
    const now = scope.now.toISOString();
    const counted = [cohortId, now, windows.intervention.toISOString(), windows.reviews.toISOString()];
    const [[cohort], [sessions], [members]] = await Promise.all([
      scope.query(findCockpitCohort, [cohortId]),
      scope.query(findCockpitSessions, [cohortId, all, member, now]),
      all ? scope.query(countMembers.tenant, counted) : scope.query(countMembers.assigned, [...counted, member]),
    ]);
    return { cohort, members, sessions };
  }
}
