import { Injectable } from '@nestjs/common';
import { listOwnMilestones, type OwnMilestone } from '#contexts/learning/learning.public.js';
import { isUuid, toResource } from '#kernel/fields';
import { isOwnInstant, type Page, pageSize, readCursor, toPage } from '#kernel/lists';
import { LAST_ID } from '#kernel/persistence';
import type { Scope } from '#kernel/work';
import { SCHEDULE_KINDS, ScheduleItem, type MyScheduleQuery } from './my-schedule.dto.js';
import { listSchedule, type ScheduleRow } from './my-schedule.statements.js';

/** The place that a page begins after, or at if there is no kind. */
interface Place {
  from: Date;
  afterKind: string;
  afterId: string;
  afterEnrollment: string;
}

type Ordered = Pick<ScheduleRow, 'startsAt' | 'id' | 'enrollmentId'> & { kind: string };

@Injectable()
export class MyScheduleService {
  async list(scope: Scope, query: MyScheduleQuery): Promise<Page<ScheduleItem>> {
    const [place, limit] = [placeOf(query), pageSize(query) + 1];
    const { accountId: account } = scope.caller;
    const [rows, milestones] = await Promise.all([
      scope.query(listSchedule, { account, to: query.to, ...place, limit }),
      listOwnMilestones(scope),
    ]);
    const due = milestones.map(toRow).filter((row) => isWithin(row, place, query.to));
    return toPage(
      [...rows, ...due].sort(compare).slice(0, limit),
      query,
      ({ startsAt, kind, id, enrollmentId }) => [startsAt.toISOString(), kind, id, enrollmentId],
      (row) => toResource(ScheduleItem, row),
    );
  }
}

/** When a milestone is due depends on calendar days, so that SQL does not find it. There are few. */
function toRow({ milestoneId: id, enrollmentId, title, dueAt, timezone, status }: OwnMilestone) {
  const item = { kind: 'milestone', id, enrollmentId, title, timezone, status } as const;
  return { ...item, startsAt: dueAt, endsAt: null, joinUrl: null, attendance: null };
}

function isWithin(row: ReturnType<typeof toRow>, place: Place, to: Date): row is typeof row & ScheduleRow {
  const { startsAt } = row;
  if (startsAt === null || startsAt >= to || startsAt < place.from) return false;
  const { from: at, afterKind: kind, afterId: id, afterEnrollment: enrollmentId } = place;
  return compare({ ...row, startsAt }, { startsAt: at, kind, id, enrollmentId }) > 0;
}

/** The order of the statement: soonest first; of one instant by kind, then by id, then by enrollment. */
function compare(one: Ordered, other: Ordered): number {
  const [a, b] = [one, other].map(({ kind, id, enrollmentId }) => `${kind} ${id} ${enrollmentId}`);
  return one.startsAt.getTime() - other.startsAt.getTime() || (a < b ? -1 : Number(a > b));
}

/** After the cursor, or from `from` on. */
function placeOf(query: MyScheduleQuery): Place {
  const key = readCursor(query, isPlace);
  const at = key && new Date(key[0]);
  if (at && at >= query.from) return { from: at, afterKind: key[1], afterId: key[2], afterEnrollment: key[3] };
  return { from: query.from, afterKind: '', afterId: LAST_ID, afterEnrollment: LAST_ID };
}

function isPlace([at, kind, id, enrollmentId, ...rest]: readonly string[]): boolean {
  const kinds: readonly string[] = SCHEDULE_KINDS;
  return isOwnInstant(at) && kinds.includes(kind) && isUuid(id) && isUuid(enrollmentId) && rest.length === 0;
}
