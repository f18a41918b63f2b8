import { Injectable } from '@nestjs/common';
import { isAdministrator } from '#kernel/access';
import { forbidden, notFound } from '#kernel/errors';
import { sentFields } from '#kernel/fields';
import { idsOf, type Page } from '#kernel/lists';
import type { Scope, UnitOfWork } from '#kernel/work';
import type { Closer, ClosersQuery, SetCloserAvailabilityRequest } from './closer.dto.js';
import { CloserSettingsEntity } from './closer.entity.js';
import { closerAvailabilityChanged } from './closer.operations.js';
import { closerOf } from './closer.policy.js';
import { CloserRepository, listClosers } from './closer.repository.js';
import { takeTurn, type Turn } from './turn.js';

/** A turn that is not paid for yet. */
export type DueTurn = Turn & { at: Date };

@Injectable()
export class CloserService {
  constructor(private readonly closers: CloserRepository) {}

  list(scope: Scope, query: ClosersQuery): Promise<Page<Closer>> {
    const own = closerOf(scope.caller) ?? undefined;
    return scope.list(listClosers, { ...query, own }, (rows) => this.closers.withScopes(scope, rows));
  }

  async set(uow: UnitOfWork, memberId: string, request: SetCloserAvailabilityRequest): Promise<Closer> {
    const sent = sentFields(request);
    if (!(await this.closers.isCloser(uow, memberId))) throw notFound();
    const isOfAdministrators = sent.share !== undefined || sent.maxOpen !== undefined;
    if (isOfAdministrators && !isAdministrator(uow.caller))
      throw forbidden('share and maxOpen require OWNER or ADMIN.');
    this.closers.addSettings(uow, memberId);
    const before = await uow.getForUpdate(CloserSettingsEntity, memberId);
    if (Object.keys(sent).length === 0) {
      uow.recordWithoutEvent(memberId);
    } else {
      const { receiving } = uow.change(CloserSettingsEntity, before, sent);
      uow.record(closerAvailabilityChanged, { targetId: memberId, data: { memberId, receiving } });
    }
    return this.closers.read(uow, memberId);
  }

  /**
   * The closer whose turn it is for a prospect of the program, by `takeTurn`; null where nobody is eligible. The closers are
   * locked, before any prospect. Nothing changes before `payFor`. `among` narrows the eligible ones down.
   */
  async dueTurn(
    uow: UnitOfWork,
    program: string | null,
    among?: (ids: readonly string[]) => Promise<ReadonlySet<string>>,
  ): Promise<DueTurn | null> {
    const ids = await this.closers.lock(uow, await this.closers.listInScope(uow, program));
    const inScope = await this.closers.listEligible(uow, ids, program);
    const free = await among?.(idsOf(inScope));
    const eligible = free ? inScope.filter(({ id }) => free.has(id)) : inScope;
    const turn = takeTurn(eligible);
    if (!turn) return null;
    // Requests do not come to the locks in the order of their instants, and turns are told apart by theirs.
    const last = Math.max(...eligible.map(({ lastTurnAt }) => lastTurnAt?.getTime() ?? 0));
    return { ...turn, at: new Date(Math.max(uow.now.getTime(), last + 1)) };
  }

  /** The closers who may get a prospect of the program. Without settings of their own they receive. */
  async listEligible(scope: Scope, program: string | null): Promise<string[]> {
    const closers = await this.closers.listInScope(scope, program);
    const eligible = await this.closers.listEligible(scope, idsOf(closers), program);
    return [...idsOf(closers.filter(({ hasSettings }) => !hasSettings)), ...idsOf(eligible)];
  }

  /** For a turn that brings its closer a prospect. */
  payFor(uow: UnitOfWork, { credits, id, at }: DueTurn): void {
    this.closers.saveCredits(uow, credits, id, at);
  }

  /** Locks the member, if they close for the program also afterwards, so that turns count what they get. */
  async lockInScope(uow: UnitOfWork, memberId: string, program: string | null): Promise<boolean> {
    if (!(await this.closers.isInScope(uow, memberId, program))) return false;
    await this.closers.lock(uow, [{ id: memberId, hasSettings: false }]);
    return this.closers.isInScope(uow, memberId, program);
  }

  isInScope(scope: Scope, memberId: string, program: string | null): Promise<boolean> {
    return this.closers.isInScope(scope, memberId, program);
  }
}
