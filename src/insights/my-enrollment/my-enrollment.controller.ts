import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope } from '#kernel/work';
import { listMyEnrollments } from './my-enrollment.operations.js';
import { MyEnrollmentService } from './my-enrollment.service.js';

@Controller()
export class MyEnrollmentController {
  constructor(private readonly enrollments: MyEnrollmentService) {}

  @Operation(listMyEnrollments)
  list(scope: Scope, { query }: InputOf<typeof listMyEnrollments>) {
    return this.enrollments.list(scope, query);
  }
}
