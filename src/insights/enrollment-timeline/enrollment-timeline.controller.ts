import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope } from '#kernel/work';
import { readEnrollmentTimeline } from './enrollment-timeline.operations.js';
import { EnrollmentTimelineService } from './enrollment-timeline.service.js';

@Controller()
export class EnrollmentTimelineController {
  constructor(private readonly timelines: EnrollmentTimelineService) {}

  @Operation(readEnrollmentTimeline)
  read(scope: Scope, { params, query }: InputOf<typeof readEnrollmentTimeline>) {
    return this.timelines.read(scope, params.enrollmentId, query);
  }
}
