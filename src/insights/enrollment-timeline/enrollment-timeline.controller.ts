import { Controller } from '@nestjs/common';
import type { Page } from '#kernel/lists/page.js';
import { Operation } from '#kernel/operations/operation.decorator.js';
import type { InputOf } from '#kernel/operations/operation.js';
import { Scope } from '#kernel/work/scope.js';
import type { TimelineItem } from './enrollment-timeline.dto.js';
import { readEnrollmentTimeline } from './enrollment-timeline.operations.js';
import { EnrollmentTimelineService } from './enrollment-timeline.service.js';

@Controller()
export class EnrollmentTimelineController {
  constructor(private readonly timelines: EnrollmentTimelineService) {}

  @Operation(readEnrollmentTimeline)
  read(scope: Scope, { params, query }: InputOf<typeof readEnrollmentTimeline>): Promise<Page<TimelineItem>> {
    return this.timelines.read(scope, params.enrollmentId, query);
  }
}
