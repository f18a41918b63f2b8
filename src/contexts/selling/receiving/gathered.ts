import type { Answer, PaymentProvider, ProviderAccess } from '../provider/port.js';
import type { ProviderObject, ProviderPayment, Reference } from '../provider/provider-objects.js';

/** An object as it is at the provider now, with the payment that it belongs to. */
export interface Gathered {
  object: ProviderObject;
  /** Null: it belongs to none. */
  payment: ProviderPayment | null;
}

/** Fetches an object and its payment, outside of any transaction. */
export async function gather(
  provider: PaymentProvider,
  access: ProviderAccess,
  reference: Reference,
): Promise<Answer<Gathered>> {
  const fetched = await provider.fetch(access, reference);
  return fetched.kind === 'done' ? withPayment(provider, access, fetched.value) : fetched;
}

export async function withPayment(
  provider: PaymentProvider,
  access: ProviderAccess,
  object: ProviderObject,
): Promise<Answer<Gathered>> {
  if (object.kind === 'payment') return { kind: 'done', value: { object, payment: object } };
  const { paymentId: id } = object;
  if (id === null) return { kind: 'done', value: { object, payment: null } };
  const fetched = await provider.fetch(access, { kind: 'payment', id });
  if (fetched.kind !== 'done') return fetched;
  return { kind: 'done', value: { object, payment: fetched.value as ProviderPayment } };
}
