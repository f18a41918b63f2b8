import { administratorsAndClosers } from '#kernel/access';
import { refusal } from '#kernel/errors';
import { declareEvent } from '#kernel/events';
import { OneOf, Uuid } from '#kernel/fields';
import { resource } from '#kernel/operations';
import { SALE } from '../ledger/sale.entity.js';
import { CreateSalesLinkRequest, SalesLink } from '../link/sales-link.dto.js';
import { SALES_LINK_KINDS } from '../link/sales-link.entity.js';
import { OFFER } from '../offer/offer.entity.js';
import { reachableLink } from './sales-link.policy.js';

/** Open ones of an offer. */
export const MAX_SHARED_LINKS = 100;

export const linkRevoked = refusal('sales_link_revoked', 'The sales link is revoked.');
export const linkLimit = refusal('sales_link_limit', `An offer has at most ${MAX_SHARED_LINKS} open shared links.`);

class SalesLinkReference {
  @Uuid() salesLinkId: string;
  @OneOf(SALES_LINK_KINDS) kind: string;
}

const OWN = 'Refused on a sale with the own address.';

const links = resource({
  noun: 'sales link',
  path: '/sales-links/:salesLinkId',
  tag: 'Sales',
  response: SalesLink,
  target: reachableLink,
  read: administratorsAndClosers,
  write: administratorsAndClosers,
});

export const revokeSalesLink = links.command('revoke', {
  description: 'Whoever has the link finds nothing there any more.',
  event: declareEvent('sales_link.revoked', 'A sales link was revoked.', SalesLinkReference),
  refusals: { 403: `${administratorsAndClosers.forbidden} ${OWN}` },
  reasons: [linkRevoked],
});

export const createSalesLink = links.create({
  description:
    'Whoever has the URL orders without a key: by a personal link the sale, by a shared one a sale of their own. A ' +
    'closer makes personal links of their sales, and shared ones that are credited to them.',
  body: CreateSalesLinkRequest,
  event: declareEvent('sales_link.created', 'A sales link was created.', SalesLinkReference),
  alsoEvents: [revokeSalesLink.event.name],
  shownOnce: ['url'],
  narrowReplay: async (scope, first) => {
    await reachableLink.authorize(scope, first.id);
    return first;
  },
  refusals: {
    400: 'A field is invalid, the sale, offer or closer is none that can be named, or expiresAt is not within 90 days.',
    403: `${administratorsAndClosers.forbidden} ${OWN} Another closer requires OWNER or ADMIN.`,
    404: 'A replay, of a link that the caller does not reach any more.',
  },
  reasons: [
    ...SALE.refusalsUnless('proposed', 'reserved', 'active'),
    ...OFFER.refusalsUnless('draft', 'open', 'paused'),
    linkLimit,
  ],
});
