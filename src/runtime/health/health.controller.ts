import { Controller, Get, HttpStatus, Res } from '@nestjs/common';
import type { Response } from 'express';
import { PublicRoute } from '#kernel/operations';
import { Readiness } from './readiness.js';

@PublicRoute()
@Controller('health')
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Get('live')
  live(): { status: string } {
    return { status: 'alive' };
  }

  @Get('ready')
  async ready(@Res({ passthrough: true }) response: Response): Promise<{ status: string }> {
    const status = await this.readiness.status();
    if (status !== 'ready') response.status(HttpStatus.SERVICE_UNAVAILABLE);
    return { status };
  }
}
