import { Injectable } from '@nestjs/common';
import { forbidden, invalidField } from '#kernel/errors';
import { toResource } from '#kernel/fields';
import { idsOf } from '#kernel/lists';
import type { NewRow } from '#kernel/persistence';
import { SecretKeys, signAddress } from '#kernel/secrets';
import type { UnitOfWork } from '#kernel/work';
import { closerOf } from '../closer/closer.policy.js';
import { CloserService } from '../closer/closer.service.js';
import { SALE, SaleEntity } from '../ledger/sale.entity.js';
import { SaleRepository, type SaleRow } from '../ledger/sale.repository.js';
import { openLinksOf } from '../link/open-links.js';
import { SalesLink, type CreateSalesLinkRequest } from '../link/sales-link.dto.js';
import { SalesLinkEntity } from '../link/sales-link.entity.js';
import { OFFER, OfferEntity } from '../offer/offer.entity.js';
import { SHOWN_TO_CLOSERS } from '../offer/offer.policy.js';
import { notOnOneself } from '../prospect/prospect.policy.js';
import { createSalesLink, linkLimit, linkRevoked, MAX_SHARED_LINKS, revokeSalesLink } from './sales-link.operations.js';

const DAY = 86_400_000;
const EXPIRES = { usual: 30 * DAY, latest: 90 * DAY };
/** The row of a link knows when it ends, not its token. */
const FOR_EVER = new Date(8.64e13);

/** The columns of a link that nobody has ordered by. */
export const NEW_LINK = {
  ...{ saleId: null, offerId: null, closerMemberId: null, revision: 1, revokedAt: null },
  ...{ sharedLinkId: null, orderedAt: null, orderKey: null, orderFingerprint: null, orderNetwork: null },
};

/** Sales are locked before their links. */
@Injectable()
export class SalesLinkService {
  constructor(
    private readonly sales: SaleRepository,
    private readonly closers: CloserService,
    private readonly keys: SecretKeys,
  ) {}

  async create(uow: UnitOfWork, request: CreateSalesLinkRequest): Promise<SalesLink> {
    const saleId = request.saleId ?? null;
    const link =
      saleId === null
        ? await this.createShared(uow, request.offerId ?? '', request)
        : await this.createPersonal(uow, saleId, request);
    uow.record(createSalesLink.event, link, ['saleId', 'offerId', 'closerMemberId', 'expiresAt']);
    return toResource(SalesLink, { ...link, url: this.pathOf(uow.organizationId, link) });
  }

  async revoke(uow: UnitOfWork, id: string): Promise<SalesLink> {
    const { saleId } = await uow.get(SalesLinkEntity, id);
    if (saleId !== null) await this.lockSale(uow, saleId);
    const link = await uow.getForUpdate(SalesLinkEntity, id);
    if (link.revokedAt !== null) throw linkRevoked.error();
    const revoked = uow.change(SalesLinkEntity, link, { revokedAt: uow.now });
    uow.record(revokeSalesLink.event, revoked);
    return toResource(SalesLink, { ...revoked, url: null });
  }

  /** The path of a link, for whoever is to have it. */
  pathOf(organizationId: string, { id, revision }: Pick<SalesLinkEntity, 'id' | 'revision'>): string {
    // It is nobody's: the link itself stands in the place of a member.
    const claim = { organizationId, id, memberId: id, number: revision, expiresAt: FOR_EVER };
    return `/buy/${signAddress(claim, this.keys.salesLinkKeys[0])}`;
  }

  private async createPersonal(
    uow: UnitOfWork,
    saleId: string,
    request: CreateSalesLinkRequest,
  ): Promise<NewRow<SalesLinkEntity>> {
    const [found] = await this.sales.readAll(uow, [saleId]);
    if (!found || !(await this.sells(uow, found))) throw invalidField('saleId', 'must be a sale that the caller sells');
    const row = await this.lockSale(uow, saleId);
    SALE.require(row, 'proposed', 'reserved', 'active');
    const expiresAt = expiryOf(uow, request.expiresAt, row.status === 'proposed' ? row.expiresAt : undefined);
    const former = (await openLinksOf(uow, { sales: [saleId] })).get(saleId) ?? [];
    uow.changeAll(SalesLinkEntity, await uow.getAllForUpdate(SalesLinkEntity, idsOf(former)), { revokedAt: uow.now });
    for (const { id, kind } of former) uow.recordFact(revokeSalesLink.event, { salesLinkId: id, kind });
    return uow.insert(SalesLinkEntity, { ...NEW_LINK, kind: 'personal', saleId, expiresAt });
  }

  private async createShared(
    uow: UnitOfWork,
    offerId: string,
    request: CreateSalesLinkRequest,
  ): Promise<NewRow<SalesLinkEntity>> {
    const own = closerOf(uow.caller);
    const closerMemberId = request.closerMemberId ?? own;
    if (own !== null && closerMemberId !== own) throw forbidden('Another closer requires OWNER or ADMIN.');
    const [offer] = await uow.getAllForUpdate(OfferEntity, [offerId]);
    const isShown = offer && (own === null || SHOWN_TO_CLOSERS.includes(offer.status));
    if (!isShown || !(await this.sells(uow, { ...offer, closerMemberId }))) {
      throw invalidField('offerId', 'must be an offer that the caller sells');
    }
    OFFER.require(offer, 'draft', 'open', 'paused');
    const expiresAt = expiryOf(uow, request.expiresAt);
    if (closerMemberId !== null && !(await this.closers.lockInScope(uow, closerMemberId, offer.programId))) {
      throw invalidField('closerMemberId', 'must be a closer for the program now');
    }
    const open = (await openLinksOf(uow, { offers: [offerId] })).get(offerId) ?? [];
    if (open.length >= MAX_SHARED_LINKS) throw linkLimit.error();
    return uow.insert(SalesLinkEntity, { ...NEW_LINK, kind: 'shared', offerId, closerMemberId, expiresAt });
  }

  private async sells(uow: UnitOfWork, one: { closerMemberId: string | null; programId: string }): Promise<boolean> {
    const own = closerOf(uow.caller);
    if (own === null) return true;
    return one.closerMemberId === own && (await this.closers.isInScope(uow, own, one.programId));
  }

  /** Throws 403 for a sale of the caller's own. */
  private async lockSale(uow: UnitOfWork, id: string): Promise<SaleRow> {
    await uow.getForUpdate(SaleEntity, id);
    const row = await this.sales.read(uow, id);
    await notOnOneself(uow, row.buyerEmail, row.participantEmail);
    return row;
  }
}

function expiryOf({ now }: UnitOfWork, sent: Date | undefined, usual?: Date): Date {
  const expiresAt = sent ?? usual ?? new Date(now.getTime() + EXPIRES.usual);
  const ahead = expiresAt.getTime() - now.getTime();
  if (ahead > 0 && ahead <= EXPIRES.latest) return expiresAt;
  throw invalidField('expiresAt', 'must be in the future, and within 90 days');
}
