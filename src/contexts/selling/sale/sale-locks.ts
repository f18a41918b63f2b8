import { Injectable } from '@nestjs/common';
import { lockProgramStatus } from '#contexts/programs/programs.public.js';
import type { UnitOfWork } from '#kernel/work';
import { OfferEntity } from '../offer/offer.entity.js';
import { ProspectEntity } from '../prospect/prospect.entity.js';
import { SaleEntity } from '../ledger/sale.entity.js';
import { SaleRepository, type LockedCohort, type SaleRow } from '../ledger/sale.repository.js';

/** Everything that an acceptance, or money, can change. */
export interface LockedSale {
  /** As it is stored, and as it is by the clock. */
  sale: SaleEntity;
  row: SaleRow;
  offer: OfferEntity;
  prospect: ProspectEntity;
  cohort: LockedCohort | undefined;
}

@Injectable()
export class SaleLocks {
  constructor(private readonly sales: SaleRepository) {}

  /** Locks program, cohort, offer, sale and prospect, in this order. `before` is the sale before the locks. */
  async lock(uow: UnitOfWork, before: SaleRow, cohortId = before.cohortId): Promise<LockedSale> {
    await lockProgramStatus(uow, before.programId);
    const cohort = cohortId === null ? undefined : await this.sales.lockCohort(uow, cohortId);
    const offer = await uow.getForUpdate(OfferEntity, before.offerId);
    const sale = await uow.getForUpdate(SaleEntity, before.id);
    const prospect = await uow.getForUpdate(ProspectEntity, before.prospectId);
    return { sale, row: await this.sales.read(uow, before.id), offer, prospect, cohort };
  }
}
