import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import {
  createOutcomeMeasure,
  getOutcomeMeasure,
  listOutcomeMeasures,
  updateOutcomeMeasure,
} from './outcome-measure.operations.js';
import { OutcomeMeasureService } from './outcome-measure.service.js';

@Controller()
export class OutcomeMeasureController {
  constructor(private readonly measures: OutcomeMeasureService) {}

  @Operation(createOutcomeMeasure)
  create(uow: UnitOfWork, { params, body }: InputOf<typeof createOutcomeMeasure>) {
    return this.measures.create(uow, params.programId, body);
  }

  @Operation(listOutcomeMeasures)
  list(scope: Scope, { query }: InputOf<typeof listOutcomeMeasures>) {
    return this.measures.list(scope, query);
  }

  @Operation(getOutcomeMeasure)
  get(scope: Scope, { params }: InputOf<typeof getOutcomeMeasure>) {
    return this.measures.get(scope, params.outcomeMeasureId);
  }

  @Operation(updateOutcomeMeasure)
  update(uow: UnitOfWork, { params, body }: InputOf<typeof updateOutcomeMeasure>) {
    return this.measures.update(uow, params.outcomeMeasureId, body);
  }
}
