import { Injectable } from '@nestjs/common';
import { conflict, forbidden, invalidRequest } from '../platform/errors/service-error.js';
import type { Page, PageQuery } from '../platform/lists/page.js';
import { checkMove } from '../platform/operations/transitions.js';
import type { Scope } from '../platform/persistence/scope.js';
import type { Change } from '../platform/persistence/tenant-entity.js';
import type { UnitOfWork } from '../platform/persistence/unit-of-work.js';
import { toFormatValues } from './accepted-format.dto.js';
import {
  toDeliverable,
  type CreateDeliverableRequest,
  type Deliverable,
  type UpdateDeliverableRequest,
} from './deliverable.dto.js';
import { DELIVERABLE_MOVES, type DeliverableEntity } from './deliverable.entity.js';
import { deliverableArchived, deliverableCreated, deliverableUpdated } from './deliverable.operations.js';
import { DeliverableRepository } from './deliverable.repository.js';

@Injectable()
export class DeliverableService {
  constructor(private readonly deliverables: DeliverableRepository) {}

  async create(uow: UnitOfWork, memberTaskId: string, request: CreateDeliverableRequest): Promise<Deliverable> {
    const taskStatus = await this.deliverables.lockTaskStatus(uow, memberTaskId);
    if (taskStatus === 'archived') throw forbidden('The task is archived.');
    const deliverable = {
      id: uow.newId(),
      memberTaskId,
      title: request.title,
      expectations: request.expectations ?? null,
      criteria: request.criteria ?? null,
      acceptedFormats: toFormatValues(request.acceptedFormats),
      expectedReviewerRole: request.expectedReviewerRole,
      status: 'active',
      archivedAt: null,
      archiveReason: null,
      createdAt: uow.now,
      updatedAt: uow.now,
    } satisfies Omit<DeliverableEntity, 'organizationId'>;
    if (!(await this.deliverables.addActive(uow, deliverable))) {
      throw invalidRequest('The task already has an active deliverable; archive it first.');
    }
    const { id, title, acceptedFormats, expectedReviewerRole } = deliverable;
    uow.record(deliverableCreated, {
      targetId: id,
      changes: { memberTaskId, title, acceptedFormats, expectedReviewerRole },
      data: { deliverableId: id, memberTaskId, title, expectedReviewerRole },
    });
    return toDeliverable(deliverable);
  }

  list(scope: Scope, memberTaskId: string, query: PageQuery): Promise<Page<Deliverable>> {
    return this.deliverables.list(scope, memberTaskId, query, toDeliverable);
  }

  async get(scope: Scope, id: string): Promise<Deliverable> {
    return toDeliverable(await this.deliverables.get(scope, id));
  }

  async update(uow: UnitOfWork, id: string, request: UpdateDeliverableRequest): Promise<Deliverable> {
    const deliverable = await this.deliverables.getForUpdate(uow, id);
    if (deliverable.status === 'archived') throw conflict('The deliverable is archived.');
    const { memberTaskId } = deliverable;
    const taskStatus = await this.deliverables.lockTaskStatus(uow, memberTaskId);
    if (taskStatus === 'archived') throw conflict('The task is archived.');
    const fields = changedFields(request);
    const names = Object.keys(fields);
    if (names.length === 0) {
      uow.recordQuietly(id, {});
      return toDeliverable(deliverable);
    }
    const change = { ...fields, updatedAt: uow.now };
    this.deliverables.update(uow, id, change);
    uow.record(deliverableUpdated, {
      targetId: id,
      changes: { ...fields },
      data: { deliverableId: id, memberTaskId, fields: names },
    });
    return toDeliverable({ ...deliverable, ...change });
  }

  async archive(uow: UnitOfWork, id: string, reason: string): Promise<Deliverable> {
    const deliverable = await this.deliverables.getForUpdate(uow, id);
    checkMove('deliverable', DELIVERABLE_MOVES, deliverable.status, 'archived');
    const { memberTaskId } = deliverable;
    const change = { status: 'archived', archivedAt: uow.now, archiveReason: reason, updatedAt: uow.now } as const;
    this.deliverables.update(uow, id, change);
    uow.record(deliverableArchived, {
      targetId: id,
      changes: { status: { from: deliverable.status, to: 'archived' }, reason },
      data: { deliverableId: id, memberTaskId },
    });
    return toDeliverable({ ...deliverable, ...change });
  }
}

/** The columns that were sent; what was left out is left alone. */
function changedFields(request: UpdateDeliverableRequest): Change<DeliverableEntity> {
  const { title, expectations, criteria, expectedReviewerRole } = request;
  const acceptedFormats = request.acceptedFormats && toFormatValues(request.acceptedFormats);
  const fields = { title, expectations, criteria, acceptedFormats, expectedReviewerRole };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
