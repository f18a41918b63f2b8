import { Controller, HttpCode, Param, Req } from '@nestjs/common';
import type { Request } from 'express';
import { notFound } from '#kernel/errors';
import { SignedUrl } from '#kernel/operations';
import { SecretKeys } from '#kernel/secrets';
import { readEventsToken } from '../provider/events-path.js';
import { EventIntakeService, refused } from './event-intake.service.js';

const MAX_BYTES = 256 * 1024;

/** Where a provider sends its events: the signature is over the bytes of the body, so that nothing parses them before. */
@Controller()
export class PaymentEventsController {
  constructor(
    private readonly events: EventIntakeService,
    private readonly keys: SecretKeys,
  ) {}

  @SignedUrl('POST', 'payment-events/:token')
  @HttpCode(200)
  async receive(@Param('token') token: string, @Req() request: Request): Promise<{ received: true }> {
    const row = readEventsToken(this.keys, token);
    if (!row) throw notFound();
    const body = await readBytes(request);
    await this.events.receive(row, body, request.headersDistinct['stripe-signature']?.at(0));
    return { received: true };
  }
}

/** Throws 400 for more than an event may have. */
async function readBytes(request: Request): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_BYTES) throw refused();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
