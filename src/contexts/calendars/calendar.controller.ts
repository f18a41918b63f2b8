import { createHash } from 'node:crypto';
import { Controller, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CapabilityUrl } from '#kernel/operations';
import { CalendarService } from './calendar.service.js';

/** The document of a calendar feed, by its URL. */
@Controller()
export class CalendarController {
  constructor(private readonly calendars: CalendarService) {}

  @CapabilityUrl('calendars/:token.ics')
  async read(
    @Param('token') token: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string | undefined> {
    const document = await this.calendars.read(token);
    response.set({
      'Content-Type': 'text/calendar; charset=utf-8',
      'Cache-Control': 'private, max-age=900',
      ETag: `"${createHash('sha256').update(document).digest('base64url')}"`,
    });
    if (!request.fresh) return document;
    response.status(304);
    return undefined;
  }
}
