import { Controller, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Clock } from '#kernel/clock';
import { invalidField, notFound } from '#kernel/errors';
import { DoorRequest, readIdempotencyKey, type ReadAtDoor, ShownAddresses, SignedUrl } from '#kernel/operations';
import { readSignedAddress, SecretKeys, signAddress } from '#kernel/secrets';
import { INTAKE } from './intake-link.dto.js';
import { IntakeResponseRequest, IntakeService, type IntakeForm, type LinkClaim } from './intake.service.js';

/** Strangers share a link: a key is to be one that nobody guesses. */
const SHORTEST_KEY = 22;
const RESPONSES_PER_MINUTE = 10;
/** The expiry of a link that time does not end. */
const FOR_EVER = new Date(8.64e13);

/** The form behind an intake link, and its responses, for whoever has the address. */
@Controller()
export class IntakeDoorController {
  constructor(
    private readonly intake: IntakeService,
    private readonly keys: SecretKeys,
    private readonly clock: Clock,
    addresses: ShownAddresses,
  ) {
    addresses.add(INTAKE, (subject, { caller: { organizationId } }) => {
      const [id, expiry] = subject.split(':');
      const expiresAt = expiry === '' ? FOR_EVER : new Date(Number(expiry));
      // It is nobody's: the link itself stands in the place of a member.
      return `/intake/${signAddress({ organizationId, id, memberId: id, number: 0, expiresAt }, keys.intakeKeys[0])}`;
    });
  }

  @SignedUrl('GET', 'intake/:token')
  show(@Param('token') token: string): Promise<IntakeForm> {
    return this.intake.show(this.claimOf(token));
  }

  @SignedUrl('POST', 'intake/:token/responses', { body: IntakeResponseRequest, perMinute: RESPONSES_PER_MINUTE })
  async receive(
    @Param('token') token: string,
    @DoorRequest() read: ReadAtDoor<IntakeResponseRequest>,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<{ received: true }> {
    const claim = this.claimOf(token);
    const key = readIdempotencyKey(request.headersDistinct['idempotency-key'] ?? []);
    if (key.length < SHORTEST_KEY) {
      throw invalidField('Idempotency-Key', `must have at least ${SHORTEST_KEY} characters`);
    }
    const { body, correlationId } = await read();
    const isReplay = await this.intake.receive(claim, { key, answers: body.answers, correlationId });
    response.status(isReplay ? 200 : 201);
    return { received: true };
  }

  /** Throws 404 for a token that gives no access. */
  private claimOf(token: string): LinkClaim {
    const claim = readSignedAddress(token, this.keys.intakeKeys);
    if (!claim || claim.expiresAt <= this.clock.now()) throw notFound();
    return { organizationId: claim.organizationId, link: claim.id };
  }
}
