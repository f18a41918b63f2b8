import type { Schemas } from '@delivery-service/client';
import { offers as t } from '../strings/offers.js';

/** Whether it can be sold now, or why not. */
export function OnSale({ onSale: { reason } }: { onSale: Schemas['OnSale'] }) {
  return reason === null ? t.onSaleNow : <span className="dimmed">{t.reasons[reason]}</span>;
}
