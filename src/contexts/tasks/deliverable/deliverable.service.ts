import { Injectable } from '@nestjs/common';
import { forbidden } from '#kernel/errors';
import { toResource, toResources } from '#kernel/fields';
import type { Page, PageQuery } from '#kernel/lists';
import type { Scope, UnitOfWork } from '#kernel/work';
import { toFormatValues } from './accepted-format.dto.js';
import { Deliverable, type CreateDeliverableRequest, type UpdateDeliverableRequest } from './deliverable.dto.js';
import { DELIVERABLE, DeliverableEntity } from './deliverable.entity.js';
import {
  archiveDeliverable,
  createDeliverable,
  DEFINED,
  updateDeliverable,
  deliverableExists,
} from './deliverable.operations.js';
import { insertActive, lockTaskStatus } from './deliverable.repository.js';
import { MEMBER_TASK } from '../member-task/member-task.entity.js';
import { taskTables } from '../tasks.tables.js';

const listDeliverables = taskTables.list('list_deliverables', { rows: DeliverableEntity, of: ['memberTaskId'] });

@Injectable()
export class DeliverableService {
  async create(uow: UnitOfWork, memberTaskId: string, request: CreateDeliverableRequest): Promise<Deliverable> {
    const [task] = await uow.query(lockTaskStatus, { id: memberTaskId });
    if (task.status === 'archived') throw forbidden('The task is archived.');
    const { title, expectations = null, criteria = null, expectedReviewerRole } = request;
    const id = uow.newId();
    const acceptedFormats = toFormatValues(request.acceptedFormats);
    const fields = { id, memberTaskId, title, expectations, criteria, acceptedFormats, expectedReviewerRole };
    const createdAt = uow.now;
    if ((await uow.execute(insertActive, { ...fields, createdAt })) === 0) throw deliverableExists.error();
    uow.record(createDeliverable.event, fields, DEFINED);
    const active = { status: 'active', archivedAt: null, archiveReason: null, createdAt, updatedAt: createdAt };
    return toResource(Deliverable, { ...fields, ...active });
  }

  list(scope: Scope, memberTaskId: string, query: PageQuery): Promise<Page<Deliverable>> {
    return scope.list(listDeliverables, { ...query, memberTaskId }, toResources(Deliverable));
  }

  async get(scope: Scope, id: string): Promise<Deliverable> {
    return toResource(Deliverable, await scope.get(DeliverableEntity, id));
  }

  async update(uow: UnitOfWork, id: string, request: UpdateDeliverableRequest): Promise<Deliverable> {
    const deliverable = await uow.getForUpdate(DeliverableEntity, id);
    DELIVERABLE.require(deliverable, 'active');
    const [task] = await uow.query(lockTaskStatus, { id: deliverable.memberTaskId });
    MEMBER_TASK.require(task, 'draft', 'published', 'completed');
    const acceptedFormats = request.acceptedFormats && toFormatValues(request.acceptedFormats);
    const patch = { ...request, acceptedFormats };
    return toResource(Deliverable, uow.patch(DeliverableEntity, deliverable, patch, updateDeliverable.event));
  }

  async archive(uow: UnitOfWork, id: string, archiveReason: string): Promise<Deliverable> {
    const { event } = archiveDeliverable;
    const change = { archivedAt: uow.now, archiveReason };
    return toResource(Deliverable, await uow.move(DeliverableEntity, id, DELIVERABLE, 'archived', event, change));
  }
}
