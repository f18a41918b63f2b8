import { Injectable } from '@nestjs/common';
import type { Place } from '#kernel/lists';
import { listOwnMilestones, type OwnMilestone } from '#contexts/learning/learning.public.js';
import { toResource } from '#kernel/fields';
import { type Page, pageSize } from '#kernel/lists';
import type { Scope } from '#kernel/work';
import { ScheduleItem, type MyScheduleQuery } from './my-schedule.dto.js';
import { listSchedule, type ScheduleRow } from './my-schedule.statements.js';

type Ordered = Pick<ScheduleRow, 'startsAt' | 'id' | 'enrollmentId'> & { kind: string };

@Injectable()
export class MyScheduleService {
  async list(scope: Scope, query: MyScheduleQuery): Promise<Page<ScheduleItem>> {
    const { accountId: account } = scope.caller;
    const [rows, milestones] = await Promise.all([
      scope.listRows(listSchedule, { ...query, account }),
      listOwnMilestones(scope),
    ]);
    const place = listSchedule.order.placeIn(query);
    const due = milestones.map(toRow).filter((row) => isWithin(row, query, place));
    const page = listSchedule.page([...rows, ...due].sort(compare).slice(0, pageSize(query) + 1), query);
    return { ...page, items: page.items.map((row) => toResource(ScheduleItem, row)) };
  }
}

/** When a milestone is due depends on calendar days, so that SQL does not find it. There are few. */
function toRow({ milestoneId: id, enrollmentId, title, dueAt, timezone, status }: OwnMilestone) {
  const item = { kind: 'milestone', id, enrollmentId, title, timezone, status } as const;
  return { ...item, startsAt: dueAt, endsAt: null, joinUrl: null, attendance: null };
}

function isWithin(
  row: ReturnType<typeof toRow>,
  { from, to }: MyScheduleQuery,
  place: Place | undefined,
): row is typeof row & ScheduleRow {
  const { startsAt } = row;
  if (startsAt === null || startsAt >= to || startsAt < from) return false;
  if (!place) return true;
  const [at, kind, id, enrollmentId] = place;
  return compare({ ...row, startsAt }, { startsAt: new Date(at), kind, id, enrollmentId }) > 0;
}

/** The order of the statement: soonest first; of one instant by kind, then by id, then by enrollment. */
function compare(one: Ordered, other: Ordered): number {
  const [a, b] = [one, other].map(({ kind, id, enrollmentId }) => [kind, id, enrollmentId].join(' '));
  return one.startsAt.getTime() - other.startsAt.getTime() || (a < b ? -1 : Number(a > b));
}
