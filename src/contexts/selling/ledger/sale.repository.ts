import { Injectable } from '@nestjs/common';
import { SEATED } from '#contexts/cohorts/cohorts.public.js';
import { notFound } from '#kernel/errors';
import { groupedBy, idsOf, newestFirst } from '#kernel/lists';
import type { Scope, UnitOfWork } from '#kernel/work';
import { closes } from '../closer/closer.policy.js';
import { openLinksOf } from '../link/open-links.js';
import type { Terms } from '../terms/terms.js';
import { sellingTables } from '../selling.tables.js';
import { latestCheckouts } from './checkout-rows.js';
import type { Sale } from './sale.dto.js';
import { SaleEntity, type Fulfillment, type SaleStatus } from './sale.entity.js';
import { toSale } from './shown-sale.js';
import { HAS_STANDING, OF_MEMBER, SALES } from './sale-sql.js';

/** A sale at an instant, with what decides on it. */
export interface SaleRow extends Omit<
  SaleEntity,
  'organizationId' | 'status' | 'fulfillment' | 'createdBy' | 'installmentsReason'
> {
  programId: string;
  buyerName: string;
  buyerEmail: string | null;
  /** By the clock. */
  status: SaleStatus;
  fulfillmentStatus: Fulfillment;
  terms: Terms;
  owed: number;
  received: number;
  wasOwed: boolean;
  isDisputed: boolean;
}

export interface LockedCohort {
  programId: string;
  timezone: string;
  startDate: string | null;
}

export interface InstallmentRow {
  id: string;
  saleId: string;
  position: number;
  amount: number;
  dueAt: Date;
}

export const listSales = sellingTables
  .list('list_sales', {
    parameters: { now: 'timestamptz' },
    filters: {
      status: ['text', 'item.status = :status'],
      standing: ['text', HAS_STANDING],
      fulfillment: ['text', 'item."fulfillmentStatus" = :fulfillment'],
      offerId: ['uuid', 'item."offerId" = :offerId'],
      cohortId: ['uuid', 'item."cohortId" = :cohortId'],
      closerMemberId: ['uuid', 'item."closerMemberId" = :closerMemberId'],
      prospectId: ['uuid', 'item."prospectId" = :prospectId'],
      memberId: ['uuid', OF_MEMBER],
      own: ['uuid', `item."closerMemberId" = :own and ${closes(':own::uuid', 'item."programId"')}`],
    },
    order: newestFirst('id', 'item.id'),
    sql: (page) => `select item.* from (${SALES}) item where true${page.conditions} ${page.orderAndLimit}`,
  })
  .returning<SaleRow>();

export const readSales = sellingTables
  .statement('read_sales', { ids: 'uuid[]', now: 'timestamptz' }, `${SALES} and s.id = any(:ids::uuid[])`)
  .returning<SaleRow>();

const listOfProspect = sellingTables
  .statement(
    'list_sales_of_prospect',
    { prospect: 'uuid', now: 'timestamptz' },
    `${SALES} and s.prospect_id = :prospect order by s.id desc`,
  )
  .returning<SaleRow>();

const listProposedOfOffer = sellingTables
  .statement(
    'list_proposed_sales_of_offer',
    { offer: 'uuid', now: 'timestamptz', most: 'integer' },
    `select id from sales
     where organization_id = :organization and offer_id = :offer and status = 'proposed' and expires_at > :now
     order by id limit :most`,
  )
  .returning<{ id: string }>();

const listInstallments = sellingTables
  .statement(
    'list_installments_of_sales',
    { sales: 'uuid[]' },
    `select id, sale_id as "saleId", position, amount, due_at as "dueAt" from sale_installments
     where organization_id = :organization and sale_id = any(:sales::uuid[]) order by position`,
  )
  .returning<InstallmentRow>();

// FOR UPDATE: whoever gives out a seat counts them under this lock.
const lockCohort = sellingTables
  .statement(
    'lock_cohort_to_sell',
    { cohort: 'uuid' },
    `select program_id as "programId", timezone, start_date::text as "startDate" from cohorts
     where organization_id = :organization and id = :cohort for update`,
  )
  .returning<LockedCohort>();

const findPlaceOfOffer = sellingTables
  .statement(
    'find_place_of_offer',
    { offer: 'uuid' },
    `select program_id as "programId", cohort_id as "cohortId" from offers
     where organization_id = :organization and id = :offer`,
  )
  .returning<{ programId: string; cohortId: string | null }>();

// FOR KEY SHARE: as the sale that refers to it will.
const keepCohort = sellingTables
  .statement(
    'keep_cohort_of_proposal',
    { cohort: 'uuid' },
    `select program_id as "programId" from cohorts where organization_id = :organization and id = :cohort for key share`,
  )
  .returning<{ programId: string }>();

const findSeat = sellingTables.statement(
  'find_seat_of_participant',
  { email: 'text', cohort: 'uuid' },
  `select 1 from members m
   join enrollments e on e.organization_id = m.organization_id and e.member_id = m.id
   where m.organization_id = :organization and m.account_id = (select a.id from accounts a where a.email = :email)
     and e.cohort_id = :cohort and e.status in (${SEATED}) limit 1`,
);

@Injectable()
export class SaleRepository {
  /** Throws 404. */
  async read(scope: Scope, id: string): Promise<SaleRow> {
    const row = (await this.readAll(scope, [id])).at(0);
    if (!row) throw notFound();
    return row;
  }

  readAll(scope: Scope, ids: readonly string[]): Promise<SaleRow[]> {
    return scope.query(readSales, { ids, now: scope.now });
  }

  /** Newest first. */
  listOfProspect(scope: Scope, prospect: string): Promise<SaleRow[]> {
    return scope.query(listOfProspect, { prospect, now: scope.now });
  }

  /** Locks proposals of the locked offer that are good by now, so many at most. */
  async lockProposed(uow: UnitOfWork, offer: string, most: number): Promise<SaleEntity[]> {
    const found = await uow.query(listProposedOfOffer, { offer, most, now: uow.now });
    const locked = await uow.getAllForUpdate(SaleEntity, idsOf(found));
    return locked.filter(({ status }) => status === 'proposed');
  }

  /** Undefined where there is no such cohort. */
  async lockCohort(uow: UnitOfWork, cohort: string) {
    return (await uow.query(lockCohort, { cohort })).at(0);
  }

  /** Where an offer sells; undefined where there is no such offer. */
  async placeOfOffer(scope: Scope, offer: string) {
    return (await scope.query(findPlaceOfOffer, { offer })).at(0);
  }

  /** The program of a cohort that stays until the end of the unit. */
  async programOfKept(uow: UnitOfWork, cohort: string): Promise<string | undefined> {
    return (await uow.query(keepCohort, { cohort })).at(0)?.programId;
  }

  async hasSeat(scope: Scope, email: string, cohort: string): Promise<boolean> {
    return (await scope.query(findSeat, { email, cohort })).length > 0;
  }

  listInstallments(scope: Scope, sales: readonly string[]): Promise<InstallmentRow[]> {
    return scope.query(listInstallments, { sales });
  }

  async shown(scope: Scope, rows: readonly SaleRow[]): Promise<Sale[]> {
    const { now } = scope;
    const sales = idsOf(rows);
    const installments = groupedBy(await this.listInstallments(scope, sales), ({ saleId }) => saleId);
    const checkouts = new Map((await latestCheckouts(scope, sales)).map((one) => [one.saleId, one]));
    const links = await openLinksOf(scope, { sales });
    return rows.map((row) => {
      const { id } = row;
      return toSale(row, installments.get(id) ?? [], { now, checkout: checkouts.get(id), links: links.get(id) ?? [] });
    });
  }

  async one(scope: Scope, id: string): Promise<Sale> {
    return (await this.shown(scope, [await this.read(scope, id)]))[0];
  }
}
