import type { Response } from 'supertest';
import { dataOf } from '../identity/answers.js';
import type { Person, School } from '../support/school.js';
import type { Sale } from './sales.js';

export interface Payment {
  id: string;
  saleId: string;
  amount: number;
  refundable: number;
  voidedAt: string | null;
}

export interface Refund {
  id: string;
  paymentId: string;
  amount: number;
  status: string;
}

export interface Entry {
  position: number;
  kind: string;
  amount: number;
  paymentId: string | null;
  refundId: string | null;
}

export type SaleWithPayments = Sale & { payments: Payment[]; refunds: Refund[] };

let references = 0;

export const pay = ({ client }: Person, saleId: string, amount: number, body: object = {}): Promise<Response> =>
  client.post(`/sales/${saleId}/payments`, {
    ...{ amount, currency: 'EUR', method: 'transfer', reference: `Line ${(references += 1)}` },
    ...body,
  });

/** A payment that the owner has recorded. */
export const paid = async (school: School, saleId: string, amount: number): Promise<Payment> =>
  dataOf<Payment>(await pay(school.owner, saleId, amount));

export const refund = ({ client }: Person, paymentId: string, amount: number, body: object = {}): Promise<Response> =>
  client.post(`/payments/${paymentId}/refunds`, {
    amount,
    reason: 'Illness',
    enrollment: 'keep',
    claim: 'keep',
    ...body,
  });

export const voidPayment = ({ client }: Person, paymentId: string): Promise<Response> =>
  client.post(`/payments/${paymentId}/void`, { reason: 'A slip' });

export const changeInstallments = ({ client }: Person, saleId: string, installments: object[]): Promise<Response> =>
  client.put(`/sales/${saleId}/installments`, { installments, reason: 'Pays in parts' });

export const detailOf = async ({ client }: Person, id: string): Promise<SaleWithPayments> =>
  dataOf<SaleWithPayments>(await client.get(`/sales/${id}`));

/** Oldest first. */
export const entriesOf = async ({ client }: Person, saleId: string): Promise<Entry[]> => {
  const { items } = dataOf<{ items: Entry[] }>(await client.get(`/sale-entries?saleId=${saleId}&limit=100`));
  return items.sort((one, other) => one.position - other.position);
};
