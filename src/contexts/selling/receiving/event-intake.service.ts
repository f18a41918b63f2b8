import { Injectable } from '@nestjs/common';
import { Clock } from '#kernel/clock';
import { invalidRequest } from '#kernel/errors';
import { Database } from '#kernel/work';
import type { ProviderRow } from '../provider/events-path.js';
import { PaymentProvider } from '../provider/port.js';
import type { ProviderEvent } from '../provider/provider-objects.js';
import { type Connected, findConnected, ProviderSecrets } from '../provider/provider-secrets.js';
import { receiveEvent } from './received-events.js';

/** Takes the events of providers. They are applied later: whoever sends them is not kept waiting. */
@Injectable()
export class EventIntakeService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly provider: PaymentProvider,
    private readonly secrets: ProviderSecrets,
  ) {}

  /** Returns once it is committed. Throws the same 400 whatever is wrong with the event. */
  receive({ organizationId, id }: ProviderRow, body: Buffer, signature: string | undefined): Promise<void> {
    const now = this.clock.now();
    return this.database.forStranger(organizationId, async (tenant) => {
      const connected = await findConnected(tenant);
      if (connected?.id !== id) throw refused();
      const secrets = this.secrets.webhookSecretsOf(organizationId, connected, now);
      const event = this.provider.verifyEvent(body, signature, secrets, now);
      if (event === undefined || !isOf(connected, event)) throw refused();
      await receiveEvent(tenant, event, { provider: id, now });
    });
  }
}

/** Before the account is known, whoever has the secret is believed. */
function isOf({ accountId, livemode }: Connected, event: ProviderEvent): boolean {
  if (livemode !== null && event.livemode !== livemode) return false;
  return event.account === null || accountId === null || event.account === accountId;
}

export function refused(): Error {
  return invalidRequest('The event is not accepted.');
}
