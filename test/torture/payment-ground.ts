import { randomUUID } from 'node:crypto';
import { connected, type Connected } from '../selling/provider.js';
import type { School } from '../support/school.js';
import { StripeServer } from '../support/stripe/stripe-server.js';
import { expectedOf } from './operations.js';

const AMOUNT = 90_000;
const RECORDED = 6;

/** What is paid, at a stand-in of the provider that keeps books of its own. */
export interface PaymentGround {
  provider: Connected;
  /** Sales that are owed: for one checkout each, and for any number of small payments by hand. */
  payable: string[];
  recordable: string[];
  /** Payments that the provider has brought, to be refunded once each. */
  refundable: string[];
}

export async function buildPayments(school: School, server: StripeServer, keys: number): Promise<PaymentGround> {
  const provider = await connected(school, server);
  const program_id = await school.program();
  const place = { program_id, cohort_id: await school.cohort({ program_id }) };
  const sales = async (count: number): Promise<string[]> => {
    const made: string[] = [];
    while (made.length < count) made.push(await school.soldSale(place));
    return made;
  };
  const refundable: string[] = [];
  for (const saleId of await sales(expectedOf('refund_payment', keys))) {
    const tag = { organizationId: school.id, saleId, jobId: randomUUID() };
    const { id } = provider.account.chargeElsewhere(AMOUNT, 'eur', tag);
    const brought = { method: 'provider', provider: 'stripe', provider_id: id, reference: id, recorded_by: null };
    refundable.push(await school.payment(saleId, brought));
  }
  // What was paid before the run is told of before it.
  provider.account.events.length = 0;
  return {
    ...{ provider, refundable },
    payable: await sales(expectedOf('create_checkout', keys)),
    recordable: await sales(RECORDED),
  };
}
