import { Controller } from '@nestjs/common';
import type { Page } from '#kernel/lists';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope } from '#kernel/work';
import type { MyEnrollment } from './my-enrollment.dto.js';
import { listMyEnrollments } from './my-enrollment.operations.js';
import { MyEnrollmentService } from './my-enrollment.service.js';

@Controller()
export class MyEnrollmentController {
  constructor(private readonly enrollments: MyEnrollmentService) {}

  @Operation(listMyEnrollments)
  list(scope: Scope, { query }: InputOf<typeof listMyEnrollments>): Promise<Page<MyEnrollment>> {
    return this.enrollments.list(scope, query);
  }
}
