import { foundBy } from '#kernel/operations';
import { closerOf, closes } from '../closer/closer.policy.js';
import { sellingTables } from '../selling.tables.js';
import type { OfferStatus } from './offer.entity.js';

/** The statuses of the offers that closers see. */
export const SHOWN_TO_CLOSERS: readonly OfferStatus[] = ['open', 'paused'];

/** SQL condition: the closer `:closer` sees the offer `o`. */
export const shownToCloser = (o: string) =>
  `${o}.status in ('${SHOWN_TO_CLOSERS.join("', '")}') and ${closes(':closer::uuid', `${o}.program_id`)}`;

export const reachableOffer = foundBy({
  tables: sellingTables,
  name: 'find_reachable_offer',
  sql: `select 1 from offers o
    where o.organization_id = :organization and o.id = :id and (:closer::uuid is null or ${shownToCloser('o')})`,
  parameters: { closer: 'uuid' },
  values: (caller) => ({ closer: closerOf(caller) }),
  notFound: 'The offer does not exist in the organization, or is none that the caller, a closer, can sell.',
});

/** Any cohort for OWNER and ADMIN, those of their programs for closers. */
export const cohortForSale = foundBy({
  tables: sellingTables,
  name: 'find_cohort_for_sale',
  sql: `select 1 from cohorts c
    where c.organization_id = :organization and c.id = :id
      and (:closer::uuid is null or ${closes(':closer::uuid', 'c.program_id')})`,
  parameters: { closer: 'uuid' },
  values: (caller) => ({ closer: closerOf(caller) }),
  notFound: 'The cohort does not exist in the organization, or is of no program that the caller, a closer, sells.',
});
