import type { Type } from '@nestjs/common';
import type { Request, Response } from 'express';
import { validated } from '#kernel/fields';
import { AT_DOOR, type AtDoor, type ReadAtDoor } from '#kernel/operations';
import { remoteNetwork } from '../limits/remote-network.js';
import { readJsonBody } from './body.js';

const BODY_LIMIT_BYTES = 64 * 1024;

/** Reads and validates the body of a request outside of the API. Without one, it is an empty object. */
export async function readAtDoor(
  request: Request,
  response: Response,
  { body, now }: { body: Type; now: Date },
): Promise<AtDoor<unknown>> {
  const sent = (await readJsonBody(request, response, { bytes: BODY_LIMIT_BYTES })) ?? {};
  const { correlationId, ip } = request;
  return { body: validated(body as never, sent), correlationId, now, network: remoteNetwork(ip) };
}

/** Puts what a handler takes as its `@DoorRequest()` where that finds it. */
export function offerAtDoor(request: Request, offered: AtDoor<unknown> | ReadAtDoor<unknown>): void {
  (request as unknown as Record<symbol, unknown>)[AT_DOOR] = offered;
}
