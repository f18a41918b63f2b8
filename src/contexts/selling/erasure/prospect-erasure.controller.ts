import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { UnitOfWork } from '#kernel/work';
import { eraseProspect } from '../prospect/prospect.operations.js';
import { ProspectErasureService } from './prospect-erasure.service.js';

@Controller()
export class ProspectErasureController {
  constructor(private readonly erasures: ProspectErasureService) {}

  @Operation(eraseProspect)
  erase(uow: UnitOfWork, { params }: InputOf<typeof eraseProspect>) {
    return this.erasures.erase(uow, params.prospectId);
  }
}
