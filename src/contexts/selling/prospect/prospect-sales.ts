import { Injectable } from '@nestjs/common';
import { idsOf } from '#kernel/lists';
import { changedMeanwhile } from '#kernel/persistence';
import type { Scope, UnitOfWork } from '#kernel/work';
import { closerOf } from '../closer/closer.policy.js';
import { SaleEntity, type SaleStatus } from '../ledger/sale.entity.js';
import { SaleRepository } from '../ledger/sale.repository.js';
import type { ProspectSale } from './prospect.dto.js';
import { saleAccepted, saleNotEnded, saleUnderWay } from './prospect.operations.js';

/** The sales of a prospect, as far as they decide on the prospect or follow from it. Sales are locked before prospects. */
@Injectable()
export class ProspectSales {
  constructor(private readonly sales: SaleRepository) {}

  /** The newest ones that the caller reaches. */
  async listShown(scope: Scope, prospectId: string, most: number): Promise<ProspectSale[]> {
    const own = closerOf(scope.caller);
    const sales = await this.sales.listOfProspect(scope, prospectId);
    const reached = sales.filter(({ closerMemberId }) => own === null || closerMemberId === own);
    return reached.slice(0, most).map(({ id, offerId, cohortId, status, proposedAt }) => ({
      ...{ id, offerId, cohortId, status },
      proposedAt: proposedAt.toISOString(),
    }));
  }

  /** Throws 409 where something is proposed or reserved. */
  async requireNoneUnderWay(scope: Scope, prospectId: string, offerId?: string): Promise<void> {
    const sales = await this.listWith(scope, prospectId, 'proposed', 'reserved');
    if (sales.some((sale) => offerId === undefined || sale.offerId === offerId)) throw saleUnderWay.error();
  }

  /** Throws 409 where something is proposed, reserved or active. */
  async requireAllEnded(scope: Scope, prospectId: string): Promise<void> {
    const sales = await this.listWith(scope, prospectId, 'proposed', 'reserved', 'active');
    if (sales.length > 0) throw saleNotEnded.error();
  }

  /** Throws 409 where something was accepted. */
  async requireNoneAccepted(scope: Scope, prospectId: string): Promise<void> {
    const sales = await this.sales.listOfProspect(scope, prospectId);
    if (sales.some(({ acceptedAt }) => acceptedAt !== null)) throw saleAccepted.error();
  }

  async lockProposed(uow: UnitOfWork, prospectId: string): Promise<SaleEntity[]> {
    const ids = idsOf(await this.listWith(uow, prospectId, 'proposed'));
    return ids.length === 0 ? [] : uow.getAllForUpdate(SaleEntity, ids);
  }

  /** Proposed sales follow the locked prospect to another closer; accepted ones never do. Returns their ids. */
  async assign(
    uow: UnitOfWork,
    prospectId: string,
    locked: readonly SaleEntity[],
    closerMemberId: string | null,
  ): Promise<string[]> {
    const proposed = new Set(idsOf(await this.listWith(uow, prospectId, 'proposed')));
    const following = locked.filter(({ id }) => proposed.has(id));
    // Something was proposed before the prospect was locked.
    if (following.length < proposed.size) throw changedMeanwhile();
    uow.changeAll(SaleEntity, following, { closerMemberId });
    return idsOf(following);
  }

  private async listWith(scope: Scope, prospectId: string, ...statuses: SaleStatus[]) {
    const sales = await this.sales.listOfProspect(scope, prospectId);
    return sales.filter(({ status }) => statuses.includes(status));
  }
}
