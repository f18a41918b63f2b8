import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import {
  closeFormAssignment,
  createFormAssignment,
  getFormAssignment,
  listFormAssignments,
  listFormStandings,
  updateFormAssignment,
} from './form-assignment.operations.js';
import { FormAssignmentService } from './form-assignment.service.js';

@Controller()
export class FormAssignmentController {
  constructor(private readonly assignments: FormAssignmentService) {}

  @Operation(createFormAssignment)
  create(uow: UnitOfWork, { params, body }: InputOf<typeof createFormAssignment>) {
    return this.assignments.create(uow, params.formId, body);
  }

  @Operation(listFormAssignments)
  list(scope: Scope, { query }: InputOf<typeof listFormAssignments>) {
    return this.assignments.list(scope, query);
  }

  @Operation(getFormAssignment)
  get(scope: Scope, { params }: InputOf<typeof getFormAssignment>) {
    return this.assignments.get(scope, params.formAssignmentId);
  }

  @Operation(updateFormAssignment)
  update(uow: UnitOfWork, { params, body }: InputOf<typeof updateFormAssignment>) {
    return this.assignments.update(uow, params.formAssignmentId, body);
  }

  @Operation(closeFormAssignment)
  close(uow: UnitOfWork, { params }: InputOf<typeof closeFormAssignment>) {
    return this.assignments.close(uow, params.formAssignmentId);
  }

  @Operation(listFormStandings)
  listStandings(scope: Scope, { params, query }: InputOf<typeof listFormStandings>) {
    return this.assignments.listStandings(scope, params.formAssignmentId, query);
  }
}
