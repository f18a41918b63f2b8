import { Controller, Param, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { SignedUrl } from '#kernel/operations';
import { AuthorizationDoorService } from './authorization-door.service.js';

/** Where browsers come back from Google and Microsoft. */
@Controller()
export class AuthorizationDoorController {
  constructor(private readonly authorizations: AuthorizationDoorService) {}

  @SignedUrl('GET', 'oauth/calendar/:provider')
  async comeBack(
    @Param('provider') provider: string,
    @Query() answer: Record<string, unknown>,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    const page = await this.authorizations.returnTo(provider, answer);
    response.status(303).set({ Location: page, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
  }
}
