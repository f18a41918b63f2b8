import { Injectable } from '@nestjs/common';
import { lockProgramContent } from '#contexts/programs/programs.public.js';
import { invalidField, invalidFields, wrongStatus } from '#kernel/errors';
import { sentFields, toResource } from '#kernel/fields';
import { type Page, idsOf } from '#kernel/lists';
import type { Scope, UnitOfWork } from '#kernel/work';
import type { NewRow } from '#kernel/persistence';
import { MilestoneReaching } from './milestone-reaching.js';
import {
  toDue,
  toDueColumns,
  toRequirement,
  toRequirementColumns,
  type MilestoneRequirement,
} from './milestone-requirement.js';
import {
  MAX_MILESTONES,
  Milestone,
  type CreateMilestoneRequest,
  type MilestoneQuery,
  type UpdateMilestoneRequest,
} from './milestone.dto.js';
import { MILESTONE, MilestoneEntity } from './milestone.entity.js';
import { archiveMilestone, createMilestone, updateMilestone, milestoneLimit } from './milestone.operations.js';
import { MilestoneRepository, milestoneList } from './milestone.repository.js';

/** Every change of a milestone holds the lock on its program, whose milestones keep their order then. */
@Injectable()
export class MilestoneService {
  constructor(
    private readonly milestones: MilestoneRepository,
    private readonly reaching: MilestoneReaching,
  ) {}

  async create(uow: UnitOfWork, programId: string, request: CreateMilestoneRequest): Promise<Milestone> {
    const { requirement, due = { kind: 'none' }, position: wanted = MAX_MILESTONES, ...fields } = request;
    const status = await this.lockContent(uow, programId, requirement);
    if (status === 'archived') throw wrongStatus('program', status);
    const order = await this.milestones.listOrder(uow, programId);
    if (order.length >= MAX_MILESTONES) {
      throw milestoneLimit.error();
    }
    await this.checkRequirement(uow, programId, requirement);
    const position = Math.min(wanted, order.length + 1);
    const columns = { ...toRequirementColumns(requirement), ...toDueColumns(due) };
    const milestone = uow.insert(MilestoneEntity, { ...fields, ...columns, programId, position, status: 'active' });
    const { id: milestoneId } = milestone;
    this.milestones.setOrder(uow, order.toSpliced(position - 1, 0, milestoneId));
    const { lessonIds = [] } = requirement;
    this.milestones.replaceLessons(uow, milestoneId, lessonIds);
    const reached = await this.reachAll(uow, milestone);
    const changes = { programId, position, ...columns, ...(lessonIds.length > 0 && { lessonIds }), ...reached };
    uow.record(createMilestone.event, milestone, changes);
    return toMilestone(milestone, lessonIds);
  }

  list(scope: Scope, query: MilestoneQuery): Promise<Page<Milestone>> {
    return scope.list(milestoneList, query, async (milestones) => {
      const lessons = await this.milestones.listLessons(scope, idsOf(milestones));
      return milestones.map((milestone) => toMilestone(milestone, lessons.get(milestone.id)));
    });
  }

  async update(uow: UnitOfWork, id: string, request: UpdateMilestoneRequest): Promise<Milestone> {
    const milestone = await this.lock(uow, id, request.requirement);
    MILESTONE.require(milestone, 'active');
    const before = (await this.milestones.listLessons(uow, [id])).get(id) ?? [];
    const { requirement, due, position, ...sent } = sentFields(request);
    const fields = Object.keys(sentFields(request));
    if (fields.length === 0) {
      uow.recordWithoutEvent(id);
      return toMilestone(milestone, before);
    }
    if (requirement) await this.checkRequirement(uow, milestone.programId, requirement);
    const changed = uow.change(MilestoneEntity, milestone, {
      ...sent,
      ...(requirement && toRequirementColumns(requirement)),
      ...(due && toDueColumns(due)),
      ...(position !== undefined && { position: await this.moveTo(uow, milestone, position) }),
    });
    const after = requirement ? (requirement.lessonIds ?? []) : before;
    const isOther = before.join() !== after.join();
    if (isOther) this.milestones.replaceLessons(uow, id, after);
    const reached = requirement ? await this.reachAll(uow, changed) : {};
    const changes = { ...(isOther && { lessonIds: { from: before, to: after } }), ...reached };
    uow.record(updateMilestone.event, { ...changed, fields }, changes);
    return toMilestone(changed, after);
  }

  async archive(uow: UnitOfWork, id: string): Promise<Milestone> {
    const milestone = await this.lock(uow, id);
    const change = { archivedAt: uow.now };
    const archived = await uow.move(MilestoneEntity, milestone, MILESTONE, 'archived', archiveMilestone.event, change);
    const order = await this.milestones.listOrder(uow, milestone.programId);
    this.milestones.setOrder(
      uow,
      order.filter((other) => other !== id),
    );
    return toMilestone(archived, (await this.milestones.listLessons(uow, [id])).get(id));
  }

  /** Locks the program, and its enrollments where they may meet the requirement. Returns its status. */
  private async lockContent(uow: UnitOfWork, program: string, requirement?: MilestoneRequirement) {
    const status = await lockProgramContent(uow, program);
    if (requirement && requirement.kind !== 'manual') await this.reaching.lockEnrollments(uow, program);
    return status;
  }

  /** Locks the same, and the milestone. Throws 404. */
  private async lock(uow: UnitOfWork, id: string, requirement?: MilestoneRequirement): Promise<MilestoneEntity> {
    const { programId } = await uow.get(MilestoneEntity, id);
    await this.lockContent(uow, programId, requirement);
    return uow.getForUpdate(MilestoneEntity, id);
  }

  /** Returns what the audit entry shows of it. */
  private async reachAll(uow: UnitOfWork, milestone: NewRow<MilestoneEntity>): Promise<{ reached?: number }> {
    return milestone.requirementKind === 'manual' ? {} : { reached: await this.reaching.reachAll(uow, milestone) };
  }

  /** Throws 400. */
  private async checkRequirement(
    uow: UnitOfWork,
    programId: string,
    { courseId, lessonIds = [] }: MilestoneRequirement,
  ): Promise<void> {
    if (courseId !== undefined && !(await this.milestones.isUsableCourse(uow, programId, courseId))) {
      throw invalidField('requirement.courseId', 'must be a course of the program that is not archived');
    }
    const usable = await this.milestones.usableLessons(uow, programId, lessonIds);
    const issues = lessonIds.flatMap((id, index) =>
      usable.has(id)
        ? []
        : [{ field: `requirement.lessonIds.${index}`, issue: 'must be a lesson of the program that is not archived' }],
    );
    if (issues.length > 0) throw invalidFields(issues);
  }

  /** Makes room among the milestones of the program; returns the new position. */
  private async moveTo(uow: UnitOfWork, { id, programId }: MilestoneEntity, position: number): Promise<number> {
    const order = (await this.milestones.listOrder(uow, programId)).filter((other) => other !== id);
    order.splice(position - 1, 0, id);
    this.milestones.setOrder(uow, order);
    return order.indexOf(id) + 1;
  }
}

function toMilestone(milestone: NewRow<MilestoneEntity>, lessonIds: readonly string[] = []): Milestone {
  return toResource(Milestone, {
    ...milestone,
    requirement: toRequirement(milestone, lessonIds),
    due: toDue(milestone),
  });
}
