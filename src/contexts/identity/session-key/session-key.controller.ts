import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { UnitOfWork } from '#kernel/work';
import { createSessionKey } from './session-key.operations.js';
import { SessionKeyService } from './session-key.service.js';

@Controller()
export class SessionKeyController {
  constructor(private readonly sessionKeys: SessionKeyService) {}

  @Operation(createSessionKey)
  create(uow: UnitOfWork, { params, body }: InputOf<typeof createSessionKey>) {
    return this.sessionKeys.create(uow, params.memberId, body.minutes);
  }
}
