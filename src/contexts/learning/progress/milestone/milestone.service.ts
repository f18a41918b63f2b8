import { Injectable } from '@nestjs/common';
import { lockProgramContent } from '#contexts/programs/programs.public.js';
import { invalidFields } from '#kernel/errors';
import { sentFields, toResource } from '#kernel/fields';
import { type Page, idsOf } from '#kernel/lists';
import type { Scope, UnitOfWork } from '#kernel/work';
import type { NewRow } from '#kernel/persistence';
import { lockEnrollments, reachByAll } from './milestone-reaching.js';
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
import { MilestoneRepository, milestoneList, milestonePositions, replaceLessons } from './milestone.repository.js';
import { courseIssues, itemsOf, lessonIssues, lockOpenProgram } from '../../program-part.js';

/** Every change of a milestone holds the lock on its program, whose milestones keep their order then. */
@Injectable()
export class MilestoneService {
  constructor(private readonly milestones: MilestoneRepository) {}

  async create(uow: UnitOfWork, programId: string, request: CreateMilestoneRequest): Promise<Milestone> {
    const { requirement, due = { kind: 'none' }, position: wanted = MAX_MILESTONES, ...fields } = request;
    await lockOpenProgram(uow, programId);
    await this.lockThoseWhoMeet(uow, programId, requirement);
    const order = await milestonePositions.list(uow, programId);
    if (order.length >= MAX_MILESTONES) throw milestoneLimit.error();
    await this.checkRequirement(uow, programId, requirement);
    const position = Math.min(wanted, order.length + 1);
    const columns = { ...toRequirementColumns(requirement), ...toDueColumns(due) };
    const milestone = uow.insert(MilestoneEntity, { ...fields, ...columns, programId, position, status: 'active' });
    const { id: milestoneId } = milestone;
    milestonePositions.set(uow, order.toSpliced(position - 1, 0, milestoneId));
    const { lessonIds = [] } = requirement;
    replaceLessons(uow, milestoneId, lessonRows(lessonIds));
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

  async get(scope: Scope, id: string): Promise<Milestone> {
    const lessons = await this.milestones.listLessons(scope, [id]);
    return toMilestone(await scope.get(MilestoneEntity, id), lessons.get(id));
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
      ...(position && { position: await milestonePositions.move(uow, milestone.programId, id, position) }),
    });
    const after = requirement ? (requirement.lessonIds ?? []) : before;
    const isOther = before.join() !== after.join();
    if (isOther) replaceLessons(uow, id, lessonRows(after));
    const reached = requirement ? await this.reachAll(uow, changed) : {};
    const changes = { ...(isOther && { lessonIds: { from: before, to: after } }), ...reached };
    uow.record(updateMilestone.event, { ...changed, fields }, changes);
    return toMilestone(changed, after);
  }

  async archive(uow: UnitOfWork, id: string): Promise<Milestone> {
    const milestone = await this.lock(uow, id);
    const change = { archivedAt: uow.now };
    const archived = await uow.move(MilestoneEntity, milestone, MILESTONE, 'archived', archiveMilestone.event, change);
    await milestonePositions.leave(uow, milestone.programId, id);
    return toMilestone(archived, (await this.milestones.listLessons(uow, [id])).get(id));
  }

  /** The enrollments of the program, where they may meet the requirement. Its content is locked. */
  private async lockThoseWhoMeet(uow: UnitOfWork, program: string, requirement?: MilestoneRequirement): Promise<void> {
    if (requirement && requirement.kind !== 'manual') await lockEnrollments(uow, program);
  }

  /** Locks the program, its enrollments where they may meet the requirement, and the milestone. Throws 404. */
  private async lock(uow: UnitOfWork, id: string, requirement?: MilestoneRequirement): Promise<MilestoneEntity> {
    const { programId } = await uow.get(MilestoneEntity, id);
    await lockProgramContent(uow, programId);
    await this.lockThoseWhoMeet(uow, programId, requirement);
    return uow.getForUpdate(MilestoneEntity, id);
  }

  /** Returns what the audit entry shows of it. */
  private async reachAll(uow: UnitOfWork, milestone: NewRow<MilestoneEntity>): Promise<{ reached?: number }> {
    return milestone.requirementKind === 'manual' ? {} : { reached: await reachByAll(uow, milestone) };
  }

  /** Throws 400. */
  private async checkRequirement(uow: UnitOfWork, program: string, requirement: MilestoneRequirement): Promise<void> {
    const { courseId: id, lessonIds } = requirement;
    const issues = [
      ...(id === undefined ? [] : await courseIssues(uow, program, [{ field: 'requirement.courseId', id }])),
      ...(await lessonIssues(uow, program, itemsOf('requirement.lessonIds', lessonIds))),
    ];
    if (issues.length > 0) throw invalidFields(issues);
  }
}

function toMilestone(milestone: NewRow<MilestoneEntity>, lessonIds: readonly string[] = []): Milestone {
  return toResource(Milestone, {
    ...milestone,
    requirement: toRequirement(milestone, lessonIds),
    due: toDue(milestone),
  });
}

function lessonRows(ids: readonly string[]): { lessonId: string }[] {
  return ids.map((lessonId) => ({ lessonId }));
}
