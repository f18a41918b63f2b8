import { administrators, owners } from '#kernel/access';
import { refusal } from '#kernel/errors';
import { declareEvent } from '#kernel/events';
import { Flag, OneOf } from '#kernel/fields';
import { declareRead, declareWrite } from '#kernel/operations';
import { ConnectPaymentProviderRequest, PaymentProviderConnection, PaymentProviders } from './connection.dto.js';

class ProviderReference {
  @OneOf(['stripe']) kind: string;
  @Flag({ nullable: true, description: 'Null until a key was accepted' }) livemode: boolean | null;
}

export const providerActivated = declareEvent(
  'payment_provider.activated',
  'The key of the payment provider was accepted.',
  ProviderReference,
);
export const providerFailed = declareEvent(
  'payment_provider.failed',
  'The key of the payment provider cannot be used.',
  ProviderReference,
);

export const providerConnected = declareEvent(
  'payment_provider.connected',
  'A payment provider was connected.',
  ProviderReference,
);
export const providerDisconnected = declareEvent(
  'payment_provider.disconnected',
  'A payment provider was disconnected.',
  ProviderReference,
);

export const paymentsUnderWay = refusal('payments_under_way', 'A checkout, collection or refund is under way.');

const change = {
  tag: 'Payment providers',
  access: owners,
  permission: 'admin',
  recentSignIn: 'always',
  targetType: 'payment_provider',
  response: PaymentProviderConnection,
} as const;

export const connectPaymentProvider = declareWrite({
  ...change,
  name: 'connect_payment_provider',
  method: 'PUT',
  path: '/payment-providers/stripe',
  summary: 'Connect the payment provider Stripe',
  description:
    'With a key of the own account. The key is validated by a worker; until it is active nothing is requested. A ' +
    'connection keeps its account: another one requires a disconnection.',
  body: ConnectPaymentProviderRequest,
  event: providerConnected,
});

export const listPaymentProviders = declareRead({
  name: 'list_payment_providers',
  path: '/payment-providers',
  tag: 'Payment providers',
  access: administrators,
  summary: 'List payment providers',
  description: 'With the result of the last validation; secrets are never returned.',
  response: PaymentProviders,
});

export const disconnectPaymentProvider = declareWrite({
  ...change,
  name: 'disconnect_payment_provider',
  path: '/payment-providers/stripe/disconnect',
  status: 200,
  summary: 'Disconnect the payment provider Stripe',
  description: 'Deletes the secrets. What was paid stays.',
  event: providerDisconnected,
  refusals: { 404: 'No payment provider is connected.' },
  reasons: [paymentsUnderWay],
});
