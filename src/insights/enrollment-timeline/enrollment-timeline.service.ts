import { Injectable } from '@nestjs/common';
import { toResources } from '#kernel/fields';
import type { Page } from '#kernel/lists';
import type { Scope } from '#kernel/work';
import { TimelineItem, type TimelineQuery } from './enrollment-timeline.dto.js';
import { listTimeline } from './enrollment-timeline.statements.js';

@Injectable()
export class EnrollmentTimelineService {
  read(scope: Scope, enrollment: string, query: TimelineQuery): Promise<Page<TimelineItem>> {
    const { kind = null } = query;
    return scope.list(listTimeline, { ...query, enrollment, kind }, toResources(TimelineItem));
  }
}
