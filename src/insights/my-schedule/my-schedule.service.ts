import { Injectable } from '@nestjs/common';
import { isUuid } from '#kernel/fields/identifiers.js';
import { toResource } from '#kernel/fields/to-resource.js';
import { pageSize, readCursor, toPage, type Page } from '#kernel/lists/page.js';
import { isOwnInstant } from '#kernel/lists/time-cursor.js';
import { LAST_ID } from '#kernel/persistence/new-id.js';
import type { Scope } from '#kernel/persistence/scope.js';
import { SCHEDULE_KINDS, ScheduleItem, type MyScheduleQuery } from './my-schedule.dto.js';
import { listSchedule } from './my-schedule.statements.js';

@Injectable()
export class MyScheduleService {
  async list(scope: Scope, query: MyScheduleQuery): Promise<Page<ScheduleItem>> {
    const rows = await scope.query(listSchedule, {
      account: scope.caller.accountId,
      to: query.to,
      ...placeOf(query),
      limit: pageSize(query) + 1,
    });
    return toPage(
      rows,
      query,
      ({ startsAt, kind, id, enrollmentId }) => [startsAt.toISOString(), kind, id, enrollmentId],
      (row) => toResource(ScheduleItem, row),
    );
  }
}

/** After the cursor, or from `from` on. */
function placeOf(query: MyScheduleQuery) {
  const key = readCursor(query, isPlace);
  const at = key && new Date(key[0]);
  if (at && at >= query.from) return { from: at, afterKind: key[1], afterId: key[2], afterEnrollment: key[3] };
  return { from: query.from, afterKind: '', afterId: LAST_ID, afterEnrollment: LAST_ID };
}

function isPlace([at, kind, id, enrollmentId, ...rest]: readonly string[]): boolean {
  const kinds: readonly string[] = SCHEDULE_KINDS;
  return isOwnInstant(at) && kinds.includes(kind) && isUuid(id) && isUuid(enrollmentId) && rest.length === 0;
}
