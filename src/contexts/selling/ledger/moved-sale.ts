import type { UnitOfWork } from '#kernel/work';
import { sellingTables } from '../selling.tables.js';
import { SaleEntity } from './sale.entity.js';
import { saleMoved } from './sale.events.js';
import { readSales } from './sale.repository.js';

const findOfEnrollment = sellingTables
  .statement(
    'find_sale_of_enrollment',
    { enrollment: 'uuid' },
    'select id from sales where organization_id = :organization and enrollment_id = :enrollment',
  )
  .returning<{ id: string }>();

/** Locks the sale of an enrollment, which comes before it; undefined where nothing was sold. */
export async function lockSaleOfEnrollment(uow: UnitOfWork, enrollment: string): Promise<SaleEntity | undefined> {
  const found = await uow.query(findOfEnrollment, { enrollment });
  const ids = found.map(({ id }) => id);
  return ids.length === 0 ? undefined : (await uow.getAllForUpdate(SaleEntity, ids)).at(0);
}

/** A transfer takes the locked sale along to the other cohort and enrollment. Nothing else of it changes. */
export async function moveSale(
  uow: UnitOfWork,
  sale: SaleEntity,
  to: { cohortId: string; enrollmentId: string },
): Promise<void> {
  const [{ id: saleId, offerId, prospectId, closerMemberId }] = uow.changeAll(SaleEntity, [sale], to);
  const [{ terms, owed }] = await uow.query(readSales, { ids: [saleId], now: uow.now });
  const { currency } = terms;
  uow.recordFact(saleMoved, { saleId, offerId, prospectId, closerMemberId, ...to, currency, owed });
}
