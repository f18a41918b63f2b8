import { createCheckout } from '#contexts/selling/checkout/checkout.operations.js';
import {
  connectPaymentProvider,
  disconnectPaymentProvider,
} from '#contexts/selling/connection/connection.operations.js';
import { settleProviderEvent } from '#contexts/selling/receiving/provider-event.operations.js';
import { sample, type Sample } from '../conformance/sample.js';

export const providerSamples: Sample[] = [
  sample(connectPaymentProvider, () =>
    Promise.resolve({
      body: {
        ...{ secretKey: 'rk_test_4f3c2b1a0d9e', webhookSecret: 'whsec_4f3c2b1a0d9e8f7a' },
        returnUrl: 'https://school.example/paid',
      },
    }),
  ),
  sample(disconnectPaymentProvider, async (school) => {
    await school.paymentProvider();
    return { body: {} };
  }),
  sample(settleProviderEvent, async (school) => ({
    params: [await school.providerEvent()],
    body: { saleId: await school.soldSale(), reason: 'Paid with an old link' },
  })),
  sample(createCheckout, async (school) => {
    await school.paymentProvider();
    return { params: [await school.hold(await school.cohort())], body: { pay: 'due' } };
  }),
];
