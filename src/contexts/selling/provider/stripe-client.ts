import { Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import type { ProviderAccess } from './port.js';
import { StripeSettings } from './stripe.settings.js';

/** The version whose objects `stripe-objects` reads. Events have that of the endpoint, so that no field of theirs is used. */
const API_VERSION = '2026-10-28.endive';

/** Makes the library that talks to Stripe, for the key of one organization. */
@Injectable()
export class StripeClients {
  /** From the connection to the end of the answer. */
  timeoutMs = 30_000;

  private readonly host: Pick<Stripe.StripeConfig, 'protocol' | 'host' | 'port'>;

  constructor({ STRIPE_API_HOST }: StripeSettings) {
    const { protocol, hostname } = new URL(STRIPE_API_HOST);
    // The URL has none where it is the default of its protocol.
    const port = STRIPE_API_HOST.slice(STRIPE_API_HOST.lastIndexOf(':') + 1);
    this.host = { protocol: protocol === 'http:' ? 'http' : 'https', host: hostname, port };
  }

  of({ secretKey }: ProviderAccess): Stripe {
    return new Stripe(secretKey, {
      ...this.host,
      apiVersion: API_VERSION,
      timeout: this.timeoutMs,
      maxNetworkRetries: 0,
      telemetry: false,
      // The client for node:http repeats a request once after a connection was closed, whatever the number of retries.
      httpClient: Stripe.createFetchHttpClient(),
    });
  }
}
