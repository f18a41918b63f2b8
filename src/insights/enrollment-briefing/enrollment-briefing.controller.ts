import { Controller } from '@nestjs/common';
import { Operation } from '#kernel/operations/operation.decorator.js';
import type { InputOf } from '#kernel/operations/operation.js';
import { Scope } from '#kernel/work/scope.js';
import type { EnrollmentBriefing } from './enrollment-briefing.dto.js';
import { readEnrollmentBriefing } from './enrollment-briefing.operations.js';
import { EnrollmentBriefingService } from './enrollment-briefing.service.js';

@Controller()
export class EnrollmentBriefingController {
  constructor(private readonly briefings: EnrollmentBriefingService) {}

  @Operation(readEnrollmentBriefing)
  read(scope: Scope, { params }: InputOf<typeof readEnrollmentBriefing>): Promise<EnrollmentBriefing> {
    return this.briefings.read(scope, params.enrollmentId);
  }
}
