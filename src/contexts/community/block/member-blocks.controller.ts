import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import { getMyBlocks, setMyBlocks } from './member-blocks.operations.js';
import { MemberBlocksService } from './member-blocks.service.js';

@Controller()
export class MemberBlocksController {
  constructor(private readonly blocks: MemberBlocksService) {}

  @Operation(getMyBlocks)
  get(scope: Scope) {
    return this.blocks.get(scope);
  }

  @Operation(setMyBlocks)
  set(uow: UnitOfWork, { body }: InputOf<typeof setMyBlocks>) {
    return this.blocks.set(uow, body);
  }
}
