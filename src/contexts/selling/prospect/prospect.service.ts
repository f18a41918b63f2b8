import { Injectable } from '@nestjs/common';
import { normalizedEmail } from '#contexts/identity/identity.public.js';
import { isAdministrator } from '#kernel/access';
import { forbidden, invalidField, notFound } from '#kernel/errors';
import { namePattern, searchWords, sentFields, soughtWords, toResource } from '#kernel/fields';
import type { Page } from '#kernel/lists';
import { referenceTo } from '#kernel/operations';
import { changedMeanwhile, type NewRow } from '#kernel/persistence';
import type { Scope, UnitOfWork } from '#kernel/work';
import { followProspects, lockCalendarToFollow } from '../calendar/following-calls.js';
import { SalesCall } from '../calendar/sales-call.dto.js';
import { SalesCallRepository } from '../calendar/sales-call.repository.js';
import { closerOf } from '../closer/closer.policy.js';
import { CloserService, type DueTurn } from '../closer/closer.service.js';
import { sellingTables } from '../selling.tables.js';
import {
  MAX_CALLS,
  MAX_SALES,
  type AssignedProspect,
  Prospect,
  type CreateProspectRequest,
  type ProspectsQuery,
  type ProspectWithSales,
  type UpdateProspectRequest,
} from './prospect.dto.js';
import { PROSPECT, ProspectEntity, type LostReason } from './prospect.entity.js';
import {
  assignProspect,
  closeProspect,
  createProspect,
  prospectErased,
  updateProspect,
} from './prospect.operations.js';
import { notOnOneself } from './prospect.policy.js';
import { listProspects, ProspectRepository, type ProspectDetails } from './prospect.repository.js';
import { ProspectSales } from './prospect-sales.js';

const checkProgram = referenceTo('program', sellingTables, 'programs');

/** A closer; chosen by turn, the turn is paid for once the prospect is given. */
interface Choice {
  closerMemberId: string | null;
  turn?: DueTurn;
}

/** Closers are locked before sales, and these before prospects. */
@Injectable()
export class ProspectService {
  constructor(
    private readonly prospects: ProspectRepository,
    private readonly closers: CloserService,
    private readonly sales: ProspectSales,
    private readonly calls: SalesCallRepository,
  ) {}

  async create(uow: UnitOfWork, request: CreateProspectRequest): Promise<Prospect> {
    const { name, email, phone = null, source = null, programId = null } = request;
    await notOnOneself(uow, email);
    if (programId !== null) await checkProgram(uow, 'programId', programId);
    const own = closerOf(uow.caller);
    const { closerMemberId, turn } =
      own === null
        ? await this.choose(uow, request.assignTo ?? 'turn', programId)
        : await this.chooseOwn(uow, own, request.assignTo ?? own, programId);
    const created = { name, search: searchable(name), email, phone, source, programId, closerMemberId };
    const prospect = await this.prospects.insert(uow, created);
    if (turn) this.closers.payFor(uow, turn);
    uow.record(createProspect.event, prospect, ['programId', 'closerMemberId']);
    if (closerMemberId !== null) {
      uow.recordFact(assignProspect.event, { prospectId: prospect.id, programId, closerMemberId, from: null });
    }
    return this.shown(uow, prospect);
  }

  async list(scope: Scope, { q, ownership, ...query }: ProspectsQuery): Promise<Page<Prospect>> {
    const words = q === undefined ? undefined : soughtWords(q);
    if (words?.length === 0) return { items: [], nextCursor: null };
    const filters = {
      ...query,
      email: query.email && normalizedEmail(query.email),
      own: closerOf(scope.caller) ?? undefined,
      unassigned: ownership === 'unassigned',
      orphaned: ownership === 'orphaned',
      pattern: words && namePattern(words),
    };
    return scope.list(listProspects, filters, async (rows) => {
      const details = await this.prospects.listDetails(scope, rows);
      return rows.map((row) => toProspect(scope, row, details.get(row.id)));
    });
  }

  async get(scope: Scope, id: string): Promise<ProspectWithSales> {
    const prospect = await this.shown(scope, await scope.get(ProspectEntity, id));
    const calls = (await this.calls.listOfProspect(scope, id, MAX_CALLS)).map((row) => toResource(SalesCall, row));
    return { ...prospect, calls, sales: await this.sales.listShown(scope, id, MAX_SALES) };
  }

  async update(uow: UnitOfWork, id: string, request: UpdateProspectRequest): Promise<Prospect> {
    const sent = sentFields(request);
    const own = closerOf(uow.caller);
    if (own !== null && sent.email !== undefined) throw forbidden('email requires OWNER or ADMIN.');
    const prospect = await this.lock(uow, id);
    await notOnOneself(uow, sent.email);
    requireTexts(prospect);
    await this.checkProgram(uow, sent.programId);
    const fields = Object.keys(sent);
    if (fields.length === 0) {
      uow.recordWithoutEvent(id);
      return this.shown(uow, prospect);
    }
    if (sent.email !== undefined) await this.sales.requireNoneAccepted(uow, id);
    if (sent.email !== undefined) await this.prospects.changeEmail(uow, id, sent.email);
    const search = sent.name === undefined ? prospect.search : searchable(sent.name);
    const changed = uow.change(ProspectEntity, prospect, { ...sent, search });
    uow.record(updateProspect.event, { ...changed, fields });
    return this.shown(uow, changed);
  }

  async assign(uow: UnitOfWork, id: string, assignTo: string): Promise<AssignedProspect> {
    const { programId, email } = await uow.get(ProspectEntity, id);
    await notOnOneself(uow, email);
    const { closerMemberId, turn } = await this.choose(uow, assignTo, programId);
    if (closerMemberId !== null) await lockCalendarToFollow(uow, closerMemberId);
    const proposals = await this.sales.lockProposed(uow, id);
    const prospect = await this.lock(uow, id);
    requireTexts(prospect);
    // The program decides who is eligible.
    if (prospect.programId !== programId) throw changedMeanwhile();
    const from = prospect.closerMemberId;
    if (from === closerMemberId) {
      uow.recordWithoutEvent(id);
      return { ...(await this.shown(uow, prospect)), collisions: [] };
    }
    // Nobody works on one that is won or lost: it is no turn.
    if (turn && prospect.status === 'open') this.closers.payFor(uow, turn);
    const assignedAt = closerMemberId === null ? null : uow.now;
    const assigned = uow.change(ProspectEntity, prospect, { closerMemberId, assignedAt });
    const sales = await this.sales.assign(uow, id, proposals, closerMemberId);
    uow.record(assignProspect.event, { ...assigned, from }, { sales });
    const collisions = await followProspects(uow, [id], closerMemberId);
    return { ...(await this.shown(uow, assigned)), collisions };
  }

  async close(uow: UnitOfWork, id: string, reason: LostReason): Promise<Prospect> {
    const prospect = await this.lock(uow, id);
    await this.sales.requireNoneUnderWay(uow, id);
    const change = { lostReason: reason, closedAt: uow.now };
    const { event } = closeProspect;
    return this.shown(uow, await uow.move(ProspectEntity, prospect, PROSPECT, 'lost', event, change, { reason }));
  }

  /** The closer that an administrator names, or whose turn it is. Throws 400 for no closer of the program. */
  private async choose(uow: UnitOfWork, assignTo: string, programId: string | null): Promise<Choice> {
    if (assignTo === 'none') return { closerMemberId: null };
    if (assignTo === 'turn') {
      const turn = await this.closers.dueTurn(uow, programId);
      return turn ? { closerMemberId: turn.id, turn } : { closerMemberId: null };
    }
    const memberId = assignTo.toLowerCase();
    if (await this.closers.lockInScope(uow, memberId, programId)) return { closerMemberId: memberId };
    throw invalidField('assignTo', 'must be a closer for the program now');
  }

  private async chooseOwn(uow: UnitOfWork, own: string, assignTo: string, programId: string | null): Promise<Choice> {
    if (assignTo.toLowerCase() !== own) throw forbidden('A closer creates their own prospects.');
    if (await this.closers.lockInScope(uow, own, programId)) return { closerMemberId: own };
    throw invalidField('programId', 'must be a program that the caller closes for');
  }

  /** Throws 400; null and what was not sent are allowed to OWNER and ADMIN. */
  private async checkProgram(uow: UnitOfWork, programId: string | null | undefined): Promise<void> {
    if (programId === undefined) return;
    if (programId !== null) await checkProgram(uow, 'programId', programId);
    const own = closerOf(uow.caller);
    if (own === null || (await this.closers.isInScope(uow, own, programId))) return;
    throw invalidField('programId', 'must be a program that the caller closes for');
  }

  /** Throws 404 where the caller, a closer, may not act on the prospect any more, and 403 on the caller's own address. */
  async lock(uow: UnitOfWork, id: string): Promise<ProspectEntity> {
    const prospect = await uow.getForUpdate(ProspectEntity, id);
    const own = closerOf(uow.caller);
    if (own !== null) {
      const mayAct = prospect.closerMemberId === own && (await this.closers.isInScope(uow, own, prospect.programId));
      if (!mayAct) throw notFound();
    }
    await notOnOneself(uow, prospect.email);
    return prospect;
  }

  async shown(scope: Scope, prospect: NewRow<ProspectEntity>): Promise<Prospect> {
    return toProspect(scope, prospect, (await this.prospects.listDetails(scope, [prospect])).get(prospect.id));
  }
}

type Details = ProspectDetails;

function toProspect(scope: Scope, prospect: NewRow<ProspectEntity>, details: Details | undefined): Prospect {
  if (!details) throw new Error(`the details of prospect ${prospect.id} are missing`);
  const memberId = isAdministrator(scope.caller) ? details.memberId : null;
  return toResource(Prospect, { ...prospect, ...details, memberId });
}

function requireTexts({ erasedAt }: ProspectEntity): void {
  if (erasedAt !== null) throw prospectErased.error();
}

/** The words of a name, each after a space: see `namePattern`. */
export function searchable(name: string): string {
  return searchWords(name)
    .toSorted()
    .map((word) => ` ${word}`)
    .join('');
}
