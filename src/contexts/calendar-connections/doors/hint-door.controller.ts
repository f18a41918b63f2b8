import { Controller, Param, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { SignedUrl } from '#kernel/operations';
import { HintDoorService } from './hint-door.service.js';

/** Where Google and Microsoft hint at changes. */
@Controller()
export class HintDoorController {
  constructor(private readonly hints: HintDoorService) {}

  @SignedUrl('POST', 'hooks/calendar/:token')
  async receive(
    @Param('token') token: string,
    @Query('validationToken') validation: unknown,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string | undefined> {
    await this.hints.receive(token);
    response.status(typeof validation === 'string' ? 200 : 204);
    if (typeof validation !== 'string') return undefined;
    // Microsoft proves the address so. As plain text it is not run by anybody.
    response.set({ 'Content-Type': 'text/plain; charset=utf-8', 'X-Content-Type-Options': 'nosniff' });
    return validation.slice(0, 1_000);
  }
}
