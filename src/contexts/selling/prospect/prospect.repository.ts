import { Injectable } from '@nestjs/common';
import type { ServiceError } from '#kernel/errors';
import type { NewRow } from '#kernel/persistence';
import type { Scope, UnitOfWork } from '#kernel/work';
import { sellingTables } from '../selling.tables.js';
import { ProspectEntity } from './prospect.entity.js';
import { emailTaken } from './prospect.operations.js';
import { closerMayAct } from './prospect.policy.js';

export const listProspects = sellingTables.list('list_prospects', {
  rows: ProspectEntity,
  by: ['status', 'closerMemberId', 'programId', 'email'],
  filters: {
    own: ['uuid', `item.closer_member_id = :own and ${closerMayAct('item')}`],
    unassigned: ['flag', 'item.closer_member_id is null'],
    orphaned: ['flag', `item.closer_member_id is not null and not ${closerMayAct('item')}`],
    pattern: ['text', 'item.search like :pattern'],
  },
});

const insertProspect = sellingTables.statement(
  'insert_prospect',
  {
    ...{ id: 'uuid', name: 'text', search: 'text', email: 'text', phone: 'text', source: 'text', programId: 'uuid' },
    ...{ closerMemberId: 'uuid', assignedAt: 'timestamptz', createdBy: 'uuid', now: 'timestamptz' },
  },
  `insert into prospects (organization_id, id, name, search, email, phone, source, program_id, status,
     closer_member_id, assigned_at, created_by, created_at, updated_at)
   values (:organization, :id, :name, :search, :email, :phone, :source, :programId, 'open',
     :closerMemberId, :assignedAt, :createdBy, :now, :now)
   on conflict (organization_id, email) do nothing`,
);

const changeEmail = sellingTables.statement(
  'change_email_of_prospect',
  { id: 'uuid', email: 'text' },
  'update prospects set email = :email where organization_id = :organization and id = :id',
);

const listDetails = sellingTables
  .statement(
    'list_details_of_prospects',
    { ids: 'uuid[]', now: 'timestamptz' },
    `select p.id, ${closerMayAct('p')} as "closerMayAct",
       (select m.name from members m
        where m.organization_id = :organization and m.id = p.closer_member_id) as "closerName",
       (select m.id from accounts a join members m on m.account_id = a.id
        where m.organization_id = :organization and a.email = p.email and m.status = 'active') as "memberId",
       (select min(c.starts_at) from sales_calls c
        where c.organization_id = :organization and c.prospect_id = p.id and c.status = 'booked'
          and c.starts_at > :now) as "nextCallAt"
     from prospects p where p.organization_id = :organization and p.id = any(:ids::uuid[])`,
  )
  .returning<ProspectDetails & { id: string }>();

export interface ProspectDetails {
  closerMayAct: boolean;
  closerName: string | null;
  memberId: string | null;
  nextCallAt: Date | null;
}

/** The columns of a new prospect. */
type Created = Pick<ProspectEntity, 'name' | 'search' | 'email' | 'phone' | 'source' | 'programId'> & {
  closerMemberId: string | null;
};

@Injectable()
export class ProspectRepository {
  /** Throws 409 where another prospect has the address, also if it gets it at the same time. */
  async insert(uow: UnitOfWork, created: Created): Promise<NewRow<ProspectEntity>> {
    const inserted = await this.insertUnlessTaken(uow, created);
    if (!inserted) throw taken();
    return inserted;
  }

  /** Undefined where another prospect has the address: it is there to be read by the next statement. */
  async insertUnlessTaken(uow: UnitOfWork, created: Created): Promise<NewRow<ProspectEntity> | undefined> {
    const { now, caller } = uow;
    const id = uow.newId();
    const by = { createdBy: caller.accountId, assignedAt: created.closerMemberId === null ? null : now };
    const count = await uow.execute(insertProspect, { id, ...created, ...by, now });
    if (count === 0) return undefined;
    const none = { lostReason: null, closedAt: null, erasedAt: null };
    return { id, ...created, ...by, ...none, status: 'open', createdAt: now, updatedAt: now };
  }

  /** The same for an address that changes. */
  async changeEmail(uow: UnitOfWork, id: string, email: string): Promise<void> {
    await uow.execute(changeEmail, { id, email }).catch((error: unknown) => {
      throw isTaken(error) ? taken() : error;
    });
  }

  async listDetails(scope: Scope, rows: readonly { id: string }[]): Promise<ReadonlyMap<string, ProspectDetails>> {
    const details = await scope.query(listDetails, { ids: rows.map(({ id }) => id), now: scope.now });
    return new Map(details.map(({ id, ...rest }) => [id, rest]));
  }
}

function taken(): ServiceError {
  const details = [{ field: 'email', issue: 'must be an address that no other prospect has' }];
  return emailTaken.error(emailTaken.text, { details });
}

/** A violation of the only unique index that the update can violate. */
function isTaken(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === '23505';
}
