import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { lockProgramStatus } from '#contexts/programs/programs.public.js';
import { invalidField, notFound, ServiceError } from '#kernel/errors';
import { fingerprintBody } from '#kernel/operations';
import { SecretKeys } from '#kernel/secrets';
import type { UnitOfWork } from '#kernel/work';
import { CheckoutOpening } from '../checkout/checkout-opening.js';
import { createCheckout } from '../checkout/checkout.operations.js';
import { type CheckoutRow, latestCheckouts } from '../ledger/checkout-rows.js';
import { SaleEntity } from '../ledger/sale.entity.js';
import { SaleRepository } from '../ledger/sale.repository.js';
import { SalesLinkEntity } from '../link/sales-link.entity.js';
import { listCohortsForSale } from '../offer/cohorts-for-sale.js';
import { OfferEntity } from '../offer/offer.entity.js';
import { AcceptanceService } from '../sale/acceptance.service.js';
import { SaleLocks } from '../sale/sale-locks.js';
import { hasSharedSeat } from '../sale/shared-holds.js';
import { BuyerProposal } from './buyer-proposal.js';
import type { BuyRequest, Ordered, PayRequest, ShownCheckout } from './buying.dto.js';
import { buyingLink, countOrders, findOrder, queueOrders, type FoundLink } from './buying.statements.js';
import { findKeyedCheckout, keyOfCheckout, noteKey } from './keyed-checkouts.js';
import { refusedToBuyer } from './refused-to-buyer.js';
import { NEW_LINK, SalesLinkService } from './sales-link.service.js';

const HOUR = 3_600_000;
const LINK_MS = 30 * 24 * HOUR;
const MOST = { ofNetwork: 5, ofLink: 60 };

/** The body of an order, with the Idempotency-Key and the remote network. */
export interface SentOrder {
  body: BuyRequest;
  key: string;
  network: string;
}

/** How an order is found again: by link, key and address. */
interface OrderMark {
  orderKey: Buffer;
  orderFingerprint: Buffer;
  orderNetwork: Buffer;
}

/** Takes orders of buyers. Whoever the address belongs to, answer and work are the same. */
@Injectable()
export class BuyingService {
  constructor(
    private readonly sales: SaleRepository,
    private readonly locks: SaleLocks,
    private readonly acceptances: AcceptanceService,
    private readonly proposals: BuyerProposal,
    private readonly opening: CheckoutOpening,
    private readonly links: SalesLinkService,
    private readonly keys: SecretKeys,
  ) {}

  async order(uow: UnitOfWork, link: FoundLink, sent: SentOrder): Promise<Ordered> {
    const { name, email } = sent.body;
    if (link.kind === 'personal') {
      if (name !== undefined || email !== undefined) throw invalidField('email', 'must be absent, as must be name');
      await this.queue(uow, sent);
      return this.orderPersonal(uow, link, sent);
    }
    if (name === undefined) throw invalidField('name', 'is required');
    if (email === undefined) throw invalidField('email', 'is required');
    await this.queue(uow, sent);
    return this.orderShared(uow, link, sent, { name, email });
  }

  /** The live checkout of a personal link, or a new one. A key is answered with the same one, whatever became of it. */
  async checkout(
    uow: UnitOfWork,
    { id, saleId }: FoundLink,
    { body: { pay }, key: sent }: { body: PayRequest; key: string },
  ): Promise<{ checkout: ShownCheckout; isReplay: boolean }> {
    if (saleId === null) throw notFound();
    await uow.getForUpdate(SaleEntity, saleId);
    const key = keyOfCheckout(id, sent);
    const used = await findKeyedCheckout(uow, saleId, key);
    if (used) return { checkout: shownCheckout(used), isReplay: true };
    const checkout = (await this.liveCheckout(uow, saleId)) ?? (await this.openCheckout(uow, saleId, pay));
    await noteKey(uow, checkout.id, key);
    return { checkout: shownCheckout(checkout), isReplay: false };
  }

  private async openCheckout(uow: UnitOfWork, saleId: string, pay: PayRequest['pay']) {
    const checkout = await this.opening.openFor(uow, await this.sales.read(uow, saleId), pay);
    uow.recordAlso(createCheckout, checkout, ['amount', 'currency', 'pay']);
    return checkout;
  }

  private async orderPersonal(uow: UnitOfWork, link: FoundLink, sent: SentOrder): Promise<Ordered> {
    const { id, saleId, revision } = link;
    if (saleId === null) throw notFound();
    const mark = this.markOf(id, sent);
    const before = await this.sales.read(uow, saleId);
    await this.locks.lock(uow, before, before.cohortId ?? sent.body.cohortId ?? null);
    const [locked] = await uow.query(buyingLink.lock, { link: id });
    if (!isOpen(locked, link.revision, uow.now)) throw notFound();
    if (locked.orderKey?.equals(mark.orderKey)) return this.replay(uow, { id, revision, saleId }, locked, sent);
    if (locked.orderedAt !== null) throw refusedToBuyer();
    await this.checkPace(uow, id, mark.orderNetwork);
    await this.acceptances.acceptAsBuyer(uow, saleId, acceptanceOf(sent.body), { isProposed: true });
    uow.changeAll(SalesLinkEntity, [await uow.get(SalesLinkEntity, id)], { ...mark, orderedAt: uow.now });
    return this.answer(uow, { id, revision, saleId }, false);
  }

  private async orderShared(
    uow: UnitOfWork,
    link: FoundLink,
    sent: SentOrder,
    buyer: { name: string; email: string },
  ): Promise<Ordered> {
    const [locked] = await uow.query(buyingLink.lock, { link: link.id });
    if (!isOpen(locked, link.revision, uow.now)) throw notFound();
    const mark = this.markOf(link.id, sent);
    const [used] = await uow.query(findOrder, { key: mark.orderKey });
    if (used) return this.replay(uow, used, { orderFingerprint: used.fingerprint }, sent);
    await this.checkPace(uow, link.id, mark.orderNetwork);
    const offer = await this.lockOffer(uow, link.offerId, sent.body.cohortId);
    const saleId = await this.proposals.propose(uow, { offer, buyer, closerMemberId: link.closerMemberId });
    await this.acceptances.acceptAsBuyer(uow, saleId, acceptanceOf(sent.body), { isProposed: false });
    const personal = uow.insert(SalesLinkEntity, {
      ...{ ...NEW_LINK, kind: 'personal', saleId, sharedLinkId: link.id, ...mark, orderedAt: uow.now },
      expiresAt: new Date(uow.now.getTime() + LINK_MS),
    });
    return this.answer(uow, { ...personal, saleId }, false);
  }

  /** Locks program, cohort and offer. Throws 409 where shared links keep their share of the seats. */
  private async lockOffer(uow: UnitOfWork, offerId: string, sentCohort: string | undefined): Promise<OfferEntity> {
    const place = await this.sales.placeOfOffer(uow, offerId);
    if (!place) throw notFound();
    await lockProgramStatus(uow, place.programId);
    const cohortId = place.cohortId ?? sentCohort;
    if (cohortId === undefined) throw invalidField('cohortId', 'is required');
    const cohort = await this.sales.lockCohort(uow, cohortId);
    if (cohort?.programId !== place.programId) throw invalidField('cohortId', 'must be a cohort that is for sale');
    const offer = await uow.getForUpdate(OfferEntity, offerId);
    const [facts] = await listCohortsForSale(uow, { cohorts: [cohortId], programs: [] });
    if (!(await hasSharedSeat(uow, facts))) throw refusedToBuyer();
    return offer;
  }

  private replay(
    uow: UnitOfWork,
    link: Pick<SalesLinkEntity, 'id' | 'revision'> & { saleId: string },
    { orderFingerprint }: { orderFingerprint: Buffer | null },
    { body }: SentOrder,
  ): Promise<Ordered> {
    const isSame = this.keys.fingerprintKeys.some((key) => orderFingerprint?.equals(fingerprintBody(body, key)));
    if (!isSame) throw refusedToBuyer();
    return this.answer(uow, link, true);
  }

  private async answer(
    uow: UnitOfWork,
    { id, revision, saleId }: Pick<SalesLinkEntity, 'id' | 'revision'> & { saleId: string },
    isReplay: boolean,
  ): Promise<Ordered> {
    const [checkout] = await latestCheckouts(uow, [saleId]);
    const path = this.links.pathOf(uow.organizationId, { id, revision });
    return { path, checkout: checkout ? shownCheckout(checkout) : null, isReplay };
  }

  private async liveCheckout(uow: UnitOfWork, saleId: string): Promise<CheckoutRow | null> {
    const [checkout] = await latestCheckouts(uow, [saleId]);
    const isLive = checkout && ['preparing', 'open', 'processing'].includes(checkout.status);
    return isLive ? checkout : null;
  }

  /** Counts accepted orders. Throws 429. */
  private async checkPace(uow: UnitOfWork, link: string, network: Buffer): Promise<void> {
    const since = new Date(uow.now.getTime() - HOUR);
    const [{ ofLink, ofNetwork }] = await uow.query(countOrders, { link, network, since });
    if (ofLink < MOST.ofLink && ofNetwork < MOST.ofNetwork) return;
    throw new ServiceError('rate_limited', 'Too many orders. Retry later.', [], { retryAfterSeconds: 3_600 });
  }

  /** Comes before all other locks. */
  private async queue(uow: UnitOfWork, sent: SentOrder): Promise<void> {
    await uow.query(queueOrders, { network: this.networkOf(sent) });
  }

  private markOf(link: string, sent: SentOrder): OrderMark {
    const { key, body } = sent;
    const [secret] = this.keys.fingerprintKeys;
    return {
      orderKey: createHash('sha256')
        .update(`${link} ${key} ${body.email ?? ''}`)
        .digest(),
      orderFingerprint: fingerprintBody(body, secret),
      orderNetwork: this.networkOf(sent),
    };
  }

  private networkOf({ network }: SentOrder): Buffer {
    return fingerprintBody({ network }, this.keys.fingerprintKeys[0]).subarray(0, 16);
  }
}

/** Whether the link is there and good by now, and the token is of its revision. */
export function isOpen(link: FoundLink | undefined, revision: number, now: Date): link is FoundLink {
  return link?.revision === revision && link.revokedAt === null && link.expiresAt > now;
}

function acceptanceOf({ paymentPlanKey, cohortId, autoCharge }: BuyRequest) {
  return { paymentPlanKey, cohortId, autoCharge };
}

function shownCheckout(checkout: {
  status: string;
  amount: number;
  url?: string | null;
  expiresAt: Date;
}): ShownCheckout {
  const { status, amount, url = null, expiresAt } = checkout;
  return { status, amount, url, expiresAt: expiresAt.toISOString() };
}
