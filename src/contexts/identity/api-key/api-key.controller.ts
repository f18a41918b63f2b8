import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import { createApiKey, listApiKeys, revokeApiKey } from './api-key.operations.js';
import { ApiKeyService } from './api-key.service.js';
import { createSessionKey } from './session-key.operations.js';

@Controller()
export class ApiKeyController {
  constructor(private readonly keys: ApiKeyService) {}

  @Operation(listApiKeys)
  list(scope: Scope, { query }: InputOf<typeof listApiKeys>) {
    return this.keys.list(scope, query);
  }

  @Operation(createApiKey)
  create(uow: UnitOfWork, { body }: InputOf<typeof createApiKey>) {
    return this.keys.create(uow, body);
  }

  @Operation(revokeApiKey)
  revoke(uow: UnitOfWork, { params }: InputOf<typeof revokeApiKey>) {
    return this.keys.revoke(uow, params.apiKeyId);
  }

  @Operation(createSessionKey)
  createSession(uow: UnitOfWork, { params, body }: InputOf<typeof createSessionKey>) {
    return this.keys.createSession(uow, params.memberId, body.minutes);
  }
}
