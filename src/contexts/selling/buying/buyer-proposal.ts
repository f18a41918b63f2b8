import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '#kernel/work';
import { SaleEntity } from '../ledger/sale.entity.js';
import type { OfferEntity } from '../offer/offer.entity.js';
import { OfferSales } from '../sale/offer-sales.js';
import { proposeSale } from '../sale/sale.operations.js';
import { ProspectEntity } from '../prospect/prospect.entity.js';
import { ProspectRepository } from '../prospect/prospect.repository.js';
import { searchable } from '../prospect/prospect.service.js';
import { reopen } from '../prospect/reopened-prospect.js';
import { findBuyer } from './buying.statements.js';

const WEEK = 7 * 86_400_000;

interface Wanted {
  offer: OfferEntity;
  buyer: { name: string; email: string };
  /** Gets a new prospect. */
  closerMemberId: string | null;
}

/** A sale of its own for each order by a shared link, whatever else the prospect has. */
@Injectable()
export class BuyerProposal {
  constructor(
    private readonly offers: OfferSales,
    private readonly prospects: ProspectRepository,
  ) {}

  /** Program, cohort and offer are locked. Returns the id of the sale. */
  async propose(uow: UnitOfWork, { offer, buyer, closerMemberId }: Wanted): Promise<string> {
    const { terms, version } = await this.offers.present(uow, offer);
    const prospectId = await this.prospectOf(uow, buyer, { programId: offer.programId, closerMemberId });
    const prospect = await uow.getForUpdate(ProspectEntity, prospectId);
    const sale = uow.insert(SaleEntity, {
      ...{ offerId: offer.id, offerVersion: version, prospectId, closerMemberId: prospect.closerMemberId },
      ...{ status: 'proposed', cohortId: offer.cohortId, paymentPlanKey: null, discount: 0, taxAmount: null },
      ...{ expiresAt: new Date(uow.now.getTime() + WEEK), autoCharge: false, fulfillment: 'none' },
      ...{ participantName: null, participantEmail: null, billing: null, proposedAt: uow.now },
    });
    reopen(uow, prospect);
    uow.recordAlso(proposeSale, { ...sale, currency: terms.currency, owed: 0 }, ['offerId', 'prospectId', 'expiresAt']);
    return sale.id;
  }

  /** A known prospect keeps name and closer. Statements and trail are the same for a known and an unknown address. */
  private async prospectOf(
    uow: UnitOfWork,
    { name, email }: Wanted['buyer'],
    { programId, closerMemberId }: { programId: string; closerMemberId: string | null },
  ): Promise<string> {
    const created = { name, search: searchable(name), email, phone: null, source: null, programId, closerMemberId };
    await this.prospects.insertUnlessTaken(uow, created);
    return (await uow.query(findBuyer, { email }))[0].id;
  }
}
