import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope } from '#kernel/work';
import { readEnrollmentBriefing } from './enrollment-briefing.operations.js';
import { EnrollmentBriefingService } from './enrollment-briefing.service.js';

@Controller()
export class EnrollmentBriefingController {
  constructor(private readonly briefings: EnrollmentBriefingService) {}

  @Operation(readEnrollmentBriefing)
  read(scope: Scope, { params }: InputOf<typeof readEnrollmentBriefing>) {
    return this.briefings.read(scope, params.enrollmentId);
  }
}
