import { number } from './words.js';

/** The connection with the payment provider. */
export const paymentProvider = {
  title: 'Payment provider',
  about: 'With Stripe, buyers pay at the account of your organization. The service never sees a card.',
  onlyOwners: 'Only an owner changes this.',
  none: 'No payment provider is connected: payments are recorded by hand.',
  connect: 'Connect Stripe',
  connectAbout:
    'Make a restricted key at Stripe first. It may write customers, checkout sessions, payment intents and refunds, and read disputes. The address for events is shown once you have connected.',
  change: 'Change the connection',
  changeAbout:
    'All of it is entered again, as secrets are never shown. Until the key is accepted nothing is requested.',
  connected: 'The connection is saved. Its key is being checked.',
  secretKey: 'Restricted key',
  secretKeyHint: 'Begins with rk_. It is never shown again.',
  webhookSecret: 'Signing secret of the endpoint',
  webhookSecretHint:
    'Begins with whsec_. The endpoint is registered at Stripe with the address for events: before that, enter any 16 characters, and change the connection afterwards.',
  returnUrl: 'Page to which buyers come back',
  returnUrlHint: 'An https address, such as https://school.example/paid. It proves no payment.',
  problem: 'What is wrong',
  errors: {
    bad_key: 'The key was revoked or mistyped. Connect with another one.',
    missing_permission:
      'The key lacks a permission. Give it all of those above at Stripe: it is checked again within an hour.',
    other_account:
      'The key belongs to another account, or to test data. A connection keeps its account: disconnect it first.',
    unreachable: 'Stripe could not be reached. It is tried again within an hour.',
  },
  account: 'Account',
  livemode: 'Money',
  livemodes: { real: 'real', test: 'test data' },
  lastEvent: 'Last event',
  lastReconciled: 'Last reconciliation',
  repaired: 'Found by reconciliation alone',
  repairedOf: (count: number) => (count === 0 ? number(count) : `${number(count)}: is the endpoint at Stripe right?`),
  eventsUrl: 'Address for events',
  eventsHint:
    'Register it at Stripe as an endpoint for the events of checkout.session, payment_intent, refund and charge.dispute.',
  disconnect: 'Disconnect',
  disconnectAbout: 'Its secrets are deleted, and nobody can pay by it any more. What was paid stays.',
  disconnected: 'The payment provider is disconnected.',
};
