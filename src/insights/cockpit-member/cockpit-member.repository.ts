import { Injectable } from '@nestjs/common';
import { reachValues } from '#contexts/enrollments/enrollments.public.js';
import { toResources } from '#kernel/fields';
import { Scope } from '#kernel/work';
import { findCockpitSessions } from '../cockpit/cockpit.statements.js';
import { type CockpitMembersQuery, CockpitMember } from './cockpit-member.dto.js';
import { findAttendance, listMembers } from './cockpit-member.statements.js';
import { cockpitScope } from '../cockpit/cockpit-signals.js';

@Injectable()
export class CockpitMemberRepository {
  /** Three pipelined statements on one snapshot. */
  async read(
    scope: Scope,
    cohort: string,
    query: CockpitMembersQuery,
    windows: { interventionSince: Date; reviewDue: Date },
  ) {
    const { now, caller } = scope;
    const reach = reachValues(caller);
    const within = cockpitScope(caller);
    const list = listMembers[within][query.signal];
    const [[sessions], [attendance], page] = await Promise.all([
      scope.query(findCockpitSessions, { cohort, now, ...reach }),
      within === 'tenant'
        ? scope.query(findAttendance.tenant, { cohort, now })
        : scope.query(findAttendance.assigned, { cohort, now, callerMember: reach.callerMember }),
      scope.list(
        list,
        { ...query, cohort, now, ...windows, callerMember: reach.callerMember },
        toResources(CockpitMember),
      ),
    ]);
    return { sessions, attendance, page };
  }
}
