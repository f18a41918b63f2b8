import { Injectable } from '@nestjs/common';
import { reachValues } from '#contexts/enrollments/enrollments.public.js';
import { isUuid } from '#kernel/fields';
import { pageSize, readCursor } from '#kernel/lists';
import { LAST_ID } from '#kernel/persistence';
import type { Scope } from '#kernel/work';
import { cockpitScope } from '../cockpit/cockpit-signals.js';
import { findCockpitSessions } from '../cockpit/cockpit.statements.js';
import type { CockpitMembersQuery } from './cockpit-member.dto.js';
import { findAttendance, listMembers } from './cockpit-member.statements.js';

@Injectable()
export class CockpitMemberRepository {
  /** Three pipelined statements on one snapshot. One row more than the page has: it tells whether there is a next page. */
  async read(
    scope: Scope,
    cohort: string,
    query: CockpitMembersQuery,
    windows: { interventionSince: Date; reviewDue: Date },
  ) {
    const { now, caller } = scope;
    const reach = reachValues(caller);
    const cursor = readCursor(query, (key) => key.length === 1 && isUuid(key[0]));
    const within = cockpitScope(caller);
    const list = listMembers[within][query.signal];
    const values: Record<string, unknown> = {
      cohort,
      now,
      ...windows,
      callerMember: reach.callerMember,
      before: cursor?.[0] ?? LAST_ID,
      uncovered: query.uncovered ?? false,
      limit: pageSize(query) + 1,
    };
    const used = list.places.filter((name) => name in values).map((name) => [name, values[name]]);
    const [[sessions], [attendance], rows] = await Promise.all([
      scope.query(findCockpitSessions, { cohort, now, ...reach }),
      within === 'tenant'
        ? scope.query(findAttendance.tenant, { cohort, now })
        : scope.query(findAttendance.assigned, { cohort, now, callerMember: reach.callerMember }),
      scope.query(list, Object.fromEntries(used) as never),
    ]);
    return { sessions, attendance, rows };
  }
}
