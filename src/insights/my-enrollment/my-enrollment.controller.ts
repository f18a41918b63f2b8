import { Controller } from '@nestjs/common';
import type { Page } from '#kernel/lists/page.js';
import { Operation } from '#kernel/operations/operation.decorator.js';
import type { InputOf } from '#kernel/operations/operation.js';
import { Scope } from '#kernel/work/scope.js';
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
