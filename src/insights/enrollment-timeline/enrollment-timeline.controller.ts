import { Controller } from '@nestjs/common';
import type { Page } from '#kernel/lists';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope } from '#kernel/work';
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
