import { Injectable } from '@nestjs/common';
import { FIRST_INSTANT, isUuid, LAST_INSTANT, toResource } from '#kernel/fields';
import { isOwnInstant, type Page, pageSize, readCursor, toPage } from '#kernel/lists';
import { LAST_ID } from '#kernel/persistence';
import type { Scope } from '#kernel/work';
import { TimelineItem, type TimelineQuery } from './enrollment-timeline.dto.js';
import { listTimeline } from './enrollment-timeline.statements.js';
import { TIMELINE_KINDS } from './timeline-kinds.js';

/** Sorts after every kind. */
const AFTER_ALL_KINDS = '~';

@Injectable()
export class EnrollmentTimelineService {
  async read(scope: Scope, enrollment: string, query: TimelineQuery): Promise<Page<TimelineItem>> {
    const rows = await scope.query(listTimeline, {
      enrollment,
      kind: query.kind ?? null,
      from: query.from ?? FIRST_INSTANT,
      ...placeOf(query),
      limit: pageSize(query) + 1,
    });
    return toPage(
      rows,
      query,
      ({ occurredAt, kind, id }) => [occurredAt.toISOString(), kind, id],
      (row) => toResource(TimelineItem, row),
    );
  }
}

/** The items after the cursor; without one those before `to`, or all. */
function placeOf(query: TimelineQuery): { until: Date; afterKind: string; afterId: string } {
  const key = readCursor(query, isPlace);
  const at = key && new Date(key[0]);
  if (at && (!query.to || at < query.to)) return { until: at, afterKind: key[1], afterId: key[2] };
  if (query.to) return { until: query.to, afterKind: AFTER_ALL_KINDS, afterId: LAST_ID };
  return { until: LAST_INSTANT, afterKind: '', afterId: LAST_ID };
}

function isPlace([at, kind, id, ...rest]: readonly string[]): boolean {
  const kinds: readonly string[] = TIMELINE_KINDS;
  return isOwnInstant(at) && kinds.includes(kind) && isUuid(id) && rest.length === 0;
}
