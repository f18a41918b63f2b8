import type { Schemas } from '@delivery-service/client';
import { onSale as t } from '../strings/on-sale.js';
import { word } from '../strings/words.js';

/** Whether it can be sold now, or why not. */
export function OnSale({ onSale: { reason } }: { onSale: Schemas['OnSale'] }) {
  return reason === null ? t.now : <span className="dimmed">{t.reasons[reason] ?? word(reason)}</span>;
}
