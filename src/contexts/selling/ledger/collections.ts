import { schedule } from '#kernel/jobs';
import type { TenantSession } from '#kernel/persistence';
import { sellingTables } from '../selling.tables.js';
import type { CheckoutFailure } from './checkout.entity.js';

/** Finds what is to be charged by now. */
export const COLLECTIONS = 'collections';

/** `sending`: not decided yet; `unknown`: nobody knows whether the charge was made. */
export const COLLECTION_STATUSES = ['sending', 'succeeded', 'failed', 'needs_buyer', 'unknown'] as const;
export type CollectionStatus = (typeof COLLECTION_STATUSES)[number];

/** An automatic charge of a saved method of payment. */
export interface CollectionRow {
  id: string;
  installmentId: string;
  status: CollectionStatus;
  amount: number;
  attemptedAt: Date;
  failure: CheckoutFailure | null;
}

const listOfSale = sellingTables
  .statement(
    'list_collections_of_sale',
    { sale: 'uuid' },
    `select id, installment_id as "installmentId", status, amount, attempted_at as "attemptedAt", failure
     from collections where organization_id = :organization and sale_id = :sale order by attempted_at, id`,
  )
  .returning<CollectionRow>();

/** Oldest first. */
export function listCollections(tenant: TenantSession, sale: string): Promise<CollectionRow[]> {
  return tenant.query(listOfSale, { sale });
}

/** Has a worker look for what is to be charged: something is due, or what was in the way of a charge has ended. */
export async function lookAtCollections(tenant: TenantSession, at: Date): Promise<void> {
  await schedule(tenant, COLLECTIONS, at);
}
