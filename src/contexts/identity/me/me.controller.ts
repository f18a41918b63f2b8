import { Controller } from '@nestjs/common';
import { Operation } from '#kernel/operations';
import type { Scope } from '#kernel/work';
import { readMe } from './me.operations.js';
import { MeService } from './me.service.js';

@Controller()
export class MeController {
  constructor(private readonly me: MeService) {}

  @Operation(readMe)
  read(scope: Scope) {
    return this.me.read(scope);
  }
}
