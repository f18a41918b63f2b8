import { Injectable } from '@nestjs/common';
import { OF_PERSON_OF_MEMBER } from '#contexts/identity/identity.public.js';
import { schedule } from '#kernel/jobs';
import type { Page, PageQuery } from '#kernel/lists';
import type { Scope, UnitOfWork } from '#kernel/work';
import { ERASURES, type Erasure, type RequestErasureRequest } from './erasure.dto.js';
import { ErasureEntity, type PreviewRow } from './erasure.entity.js';
import {
  notDetached,
  approveErasure,
  cancelErasure,
  ERASURE,
  erasureBegun,
  openEnrollment,
  ownRequest,
  requestErasure,
  underWay,
} from './erasure.operations.js';
import { ErasureSettings } from './erasure.settings.js';
import { ERASED_TEXTS } from './erased-texts.js';
import { parametersIn, previewing } from './erasing-statements.js';
import { erasureTables } from './erasures.tables.js';
import { readPerson, valuesFor, type Person } from './person.js';

export const ERASURES_JOB = 'erasures';
const DAY_MS = 86_400_000;

const previews = ERASED_TEXTS.map((source, index) => ({
  ...source,
  statement: erasureTables
    .statement(`preview_erasure_${index}`, parametersIn(previewing(source)), previewing(source))
    .returning<{ erased: number; kept: number }>(),
}));

// All memberships of the person: whoever adds the account again, or enrolls it, waits.
const lockMemberships = erasureTables
  .statement(
    'lock_memberships_to_erase',
    { member: 'uuid' },
    `select m.account_id as account from members m
     where m.organization_id = :organization and ${OF_PERSON_OF_MEMBER}
     order by m.id for update`,
  )
  .returning<{ account: string }>();

// One that was carried out counts as long as the person has not been a member again since.
const findOther = erasureTables.statement(
  'find_erasure_of_person',
  { account: 'uuid' },
  `select 1 from erasures x
   where x.organization_id = :organization and x.account_id = :account and x.status <> 'cancelled'
     and (x.status <> 'carried_out' or not exists (
       select 1 from members m
       where m.organization_id = :organization and m.account_id = :account and m.created_at > x.begun_at)) limit 1`,
);

const countApprovers = erasureTables
  .statement(
    'count_who_could_approve',
    {},
    `select count(*)::integer as people from members
     where organization_id = :organization and status = 'active' and role in ('OWNER', 'ADMIN')`,
  )
  .returning<{ people: number }>();

const listErasures = erasureTables.list('list_erasures', { rows: ErasureEntity });

@Injectable()
export class ErasureService {
  constructor(private readonly settings: ErasureSettings) {}

  async request(uow: UnitOfWork, memberId: string, { reason }: RequestErasureRequest): Promise<Erasure> {
    const [{ account: accountId }] = await uow.query(lockMemberships, { member: memberId });
    const person = await readPerson(uow, accountId);
    if (person.isActive) throw notDetached.error();
    if (person.isEnrolled) throw openEnrollment.error();
    if ((await uow.query(findOther, { account: accountId })).length > 0) throw underWay.error();
    const preview = await previewOf(uow, person);
    const requestedBy = uow.caller.accountId;
    const requested = uow.insert(ErasureEntity, {
      memberId,
      accountId,
      reason,
      requestedBy,
      preview,
      status: 'requested',
    });
    uow.record(requestErasure.event, requested);
    return ERASURES.one(uow, requested);
  }

  list(scope: Scope, query: PageQuery): Promise<Page<Erasure>> {
    return scope.list(listErasures, query, (rows) => ERASURES.all(scope, rows));
  }

  async get(scope: Scope, id: string): Promise<Erasure> {
    return ERASURES.one(scope, await scope.get(ErasureEntity, id));
  }

  async approve(uow: UnitOfWork, id: string): Promise<Erasure> {
    const erasure = await uow.getForUpdate(ErasureEntity, id);
    ERASURE.checkMove(erasure.status, 'approved');
    const approvedBy = uow.caller.accountId;
    if (approvedBy === erasure.requestedBy && (await this.hasOthers(uow))) throw ownRequest.error();
    const notBefore = new Date(uow.now.getTime() + this.settings.ERASURE_DELAY_DAYS * DAY_MS);
    await schedule(uow, ERASURES_JOB, notBefore);
    const change = { approvedBy, approvedAt: uow.now, notBefore };
    return ERASURES.one(uow, await uow.move(ErasureEntity, erasure, ERASURE, 'approved', approveErasure.event, change));
  }

  async cancel(uow: UnitOfWork, id: string): Promise<Erasure> {
    const erasure = await uow.getForUpdate(ErasureEntity, id);
    ERASURE.checkMove(erasure.status, 'cancelled');
    if (erasure.begunAt !== null) throw erasureBegun.error();
    return ERASURES.one(uow, await uow.move(ErasureEntity, erasure, ERASURE, 'cancelled', cancelErasure.event));
  }

  private async hasOthers(uow: UnitOfWork): Promise<boolean> {
    const [{ people }] = await uow.query(countApprovers);
    return people > 1;
  }
}

async function previewOf(uow: UnitOfWork, person: Person): Promise<PreviewRow[]> {
  const rows: PreviewRow[] = [];
  for (const { table, why, statement } of previews) {
    const [counts] = await uow.query(statement, valuesFor(statement, person));
    if (counts.erased + counts.kept > 0) rows.push({ table, ...counts, why });
  }
  return rows;
}
