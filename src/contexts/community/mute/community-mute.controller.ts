import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import { listCommunityMutes, setCommunityMute } from './community-mute.operations.js';
import { CommunityMuteService } from './community-mute.service.js';

@Controller()
export class CommunityMuteController {
  constructor(private readonly mutes: CommunityMuteService) {}

  @Operation(setCommunityMute)
  set(uow: UnitOfWork, { params, body }: InputOf<typeof setCommunityMute>) {
    return this.mutes.set(uow, params.memberId, body);
  }

  @Operation(listCommunityMutes)
  list(scope: Scope, { query }: InputOf<typeof listCommunityMutes>) {
    return this.mutes.list(scope, query);
  }
}
