import {
  Flag,
  Instant,
  NestedList,
  OneOf,
  Pattern,
  SecureWebAddress,
  ServiceAddress,
  Shown,
  Text,
  toResource,
  WebAddress,
  WholeNumber,
} from '#kernel/fields';
import { mintedAddress } from '#kernel/operations';
import type { NewRow } from '#kernel/persistence';
import { PROVIDER_ERRORS, PROVIDER_STATUSES, type PaymentProviderEntity } from '../provider/payment-provider.entity.js';

/** The kind of the addresses for `ShownAddresses`. */
export const EVENTS_ADDRESS = 'payment-events';

const nullable = true;
const SECRET = /^[\x21-\x7e]{16,512}$/;
const SECRET_FORM = { issue: 'must have 16 to 512 characters of ASCII, without spaces' };

export class ConnectPaymentProviderRequest {
  @Pattern(SECRET, {
    ...SECRET_FORM,
    description: 'Key of the account. Never returned',
    example: 'rk_test_4f3c2b1a0d9e',
  })
  secretKey: string;

  @Pattern(SECRET, {
    ...SECRET_FORM,
    description: 'Signs the events. Never returned; a former one is good for 24 hours more',
    example: 'whsec_4f3c2b1a0d9e8f7a',
  })
  webhookSecret: string;

  @SecureWebAddress({ description: 'Where buyers come back to', example: 'https://school.example/paid' })
  returnUrl: string;
}

export class PaymentProviderConnection {
  @OneOf(['stripe'], { description: 'Provider' }) kind: string;
  @OneOf(PROVIDER_STATUSES, { description: 'Payments are requested while active' }) status: string;
  @Text({ nullable, description: 'Account at the provider', example: 'acct_1PqRsT' }) accountId: string | null;
  @Flag({ nullable, description: 'Whether its money is real' }) livemode: boolean | null;
  @Shown(ConnectPaymentProviderRequest, 'returnUrl') returnUrl: string;
  @ServiceAddress()
  @WebAddress({ description: 'To be registered at the provider as the endpoint of its events' })
  eventsUrl: string;

  @OneOf(PROVIDER_ERRORS, { nullable, description: 'Why the validation failed', example: null }) lastError:
    string | null;

  @Instant({ nullable, description: 'Last event, UTC', example: null }) lastEventAt: string | null;
  @Instant({ nullable, description: 'Last reconciliation, UTC', example: null }) lastReconciledAt: string | null;
  @WholeNumber({ description: 'What reconciliations were the first to bring', example: 0 }) repaired: number;
  @Instant({ description: 'Creation, UTC' }) createdAt: string;
  @Instant({ description: 'Last change, UTC' }) updatedAt: string;
}

export class PaymentProviders {
  @NestedList(() => PaymentProviderConnection, { description: 'One at most' }) items: PaymentProviderConnection[];
  @Text({ nullable, description: 'Always null', example: null }) nextCursor: string | null;
}

export function toConnection(row: NewRow<PaymentProviderEntity>): PaymentProviderConnection {
  return toResource(PaymentProviderConnection, { ...row, eventsUrl: mintedAddress(EVENTS_ADDRESS, row.id) });
}
