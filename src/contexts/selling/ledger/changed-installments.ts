import type { FieldIssue } from '#kernel/errors';
import { MAX_AMOUNT } from '../terms/offer-terms.dto.js';
import { paidOf } from './ledger.js';

interface Present {
  id: string;
  amount: number;
}

/** An installment as it is to be; without an id it is new. */
export interface WantedInstallment {
  id?: string;
  amount: number;
  dueAt: Date;
}

/**
 * The issues with installments that are to replace the present ones: those on which money lies come first, in
 * their order, with at least what of each is paid; the due times never fall, and none is before the acceptance.
 */
export function issuesOfChange(
  present: readonly Present[],
  wanted: readonly WantedInstallment[],
  received: number,
  acceptedAt: Date,
): FieldIssue[] {
  const issues: FieldIssue[] = [];
  const note = (index: number, field: string, issue: string): void =>
    void issues.push({ field: `installments.${index}.${field}`, issue });
  paidOf(present, received).forEach((paid, index) => {
    if (paid === 0) return;
    if (wanted.at(index)?.id !== present[index].id) note(index, 'id', 'must be that of the installment which is paid');
    else if (wanted[index].amount < paid) note(index, 'amount', 'must not be less than what of it is paid');
  });
  const ids = new Set(present.map(({ id }) => id));
  const seen = new Set<string>();
  wanted.forEach(({ id, dueAt }, index) => {
    if (id !== undefined && !ids.has(id)) note(index, 'id', 'must be an installment of the sale');
    if (id !== undefined && seen.has(id)) note(index, 'id', 'must be named once');
    if (id !== undefined) seen.add(id);
    if (dueAt < acceptedAt) note(index, 'dueAt', 'must not be before the acceptance');
    if (index > 0 && dueAt < wanted[index - 1].dueAt)
      note(index, 'dueAt', 'must not be before that of the one before it');
  });
  if (totalOf(wanted) > MAX_AMOUNT) {
    issues.push({ field: 'installments', issue: `must not come to more than ${MAX_AMOUNT}` });
  }
  return issues;
}

export function totalOf(installments: readonly { amount: number }[]): number {
  return installments.reduce((sum, { amount }) => sum + amount, 0);
}
