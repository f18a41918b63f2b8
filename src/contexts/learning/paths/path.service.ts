import { Injectable } from '@nestjs/common';
import { lockProgramContent } from '#contexts/programs/programs.public.js';
import { type FieldIssue, invalidFields, wrongStatus } from '#kernel/errors';
import { sentFields, toResource } from '#kernel/fields';
import { type Page, idsOf } from '#kernel/lists';
import type { Scope, UnitOfWork } from '#kernel/work';
import { fieldChanges, type NewRow } from '#kernel/persistence';
import { Path, PathCourse, type CreatePathRequest, type PathQuery, type UpdatePathRequest } from './path.dto.js';
import { PATH, PathEntity } from './path.entity.js';
import { activatePath, archivePath, createPath, updatePath } from './path.operations.js';
import { PathRepository, type PathContent, pathList } from './path.repository.js';

const EMPTY: PathContent = { courses: [], milestoneIds: [] };

/** The courses and milestones that a request names. */
type SentContent = Pick<UpdatePathRequest, 'courseIds' | 'milestoneIds'>;

/** Every change of a path holds the lock on its program, whose courses and default path keep still then. */
@Injectable()
export class PathService {
  constructor(private readonly paths: PathRepository) {}

  async create(uow: UnitOfWork, programId: string, request: CreatePathRequest): Promise<Path> {
    const { courseIds, milestoneIds = [], sequential = false, ...fields } = request;
    const status = await lockProgramContent(uow, programId);
    if (status === 'archived') throw wrongStatus('program', status);
    await this.checkContent(uow, programId, { courseIds, milestoneIds });
    const draft = { programId, sequential, status: 'draft', isDefault: false } as const;
    const path = uow.insert(PathEntity, { ...fields, ...draft });
    this.paths.replaceCourses(uow, path.id, courseIds);
    this.paths.replaceMilestones(uow, path.id, milestoneIds);
    uow.record(createPath.event, path, { programId, courseIds, milestoneIds, sequential });
    return this.withContent(uow, path);
  }

  list(scope: Scope, query: PathQuery): Promise<Page<Path>> {
    return scope.list(pathList, query, async (paths) => {
      const content = await this.paths.listContent(scope, idsOf(paths));
      return paths.map((path) => toPath(path, content.get(path.id)));
    });
  }

  async get(scope: Scope, id: string): Promise<Path> {
    return this.withContent(scope, await scope.get(PathEntity, id));
  }

  async update(uow: UnitOfWork, id: string, request: UpdatePathRequest): Promise<Path> {
    const path = await this.lock(uow, id);
    PATH.require(path, 'draft', 'active');
    const { courseIds, milestoneIds, ...sent } = sentFields(request);
    if (sent.isDefault && path.status !== 'active') throw wrongStatus('path', path.status, 'The path is a draft.');
    const fields = Object.keys(sentFields(request));
    if (fields.length === 0) {
      uow.recordWithoutEvent(id);
      return this.withContent(uow, path);
    }
    const changes = await this.replaceContent(uow, path, { courseIds, milestoneIds });
    if (sent.isDefault) await this.takeDefault(uow, path);
    uow.record(updatePath.event, { ...path, fields }, changes);
    return this.withContent(uow, uow.change(PathEntity, path, sent));
  }

  async activate(uow: UnitOfWork, id: string): Promise<Path> {
    const path = await this.lock(uow, id);
    return this.withContent(uow, await uow.move(PathEntity, path, PATH, 'active', activatePath.event));
  }

  async archive(uow: UnitOfWork, id: string): Promise<Path> {
    const path = await this.lock(uow, id);
    const change = { isDefault: false };
    return this.withContent(uow, await uow.move(PathEntity, path, PATH, 'archived', archivePath.event, change));
  }

  /** Locks the program and the path. Throws 404. */
  private async lock(uow: UnitOfWork, id: string): Promise<PathEntity> {
    const { programId } = await uow.get(PathEntity, id);
    await lockProgramContent(uow, programId);
    return uow.getForUpdate(PathEntity, id);
  }

  /** Takes the default from the other path of the program that is it. */
  private async takeDefault(uow: UnitOfWork, path: PathEntity): Promise<void> {
    const id = await this.paths.findDefault(uow, path.programId);
    if (id === undefined || id === path.id) return;
    uow.changeAll(PathEntity, await uow.getAllForUpdate(PathEntity, [id]), { isDefault: false });
    uow.recordAlso(updatePath, {
      targetId: id,
      changes: { isDefault: { from: true, to: false } },
      data: { pathId: id, programId: path.programId, fields: ['isDefault'] },
    });
  }

  /** Replaces what is sent; returns what the audit entry shows of it. */
  private async replaceContent(uow: UnitOfWork, { id, programId }: PathEntity, sent: SentContent) {
    const { courseIds, milestoneIds } = sent;
    await this.checkContent(uow, programId, sent);
    const before = await this.paths.findNamed(uow, id);
    if (courseIds) this.paths.replaceCourses(uow, id, courseIds);
    if (milestoneIds) this.paths.replaceMilestones(uow, id, milestoneIds);
    return fieldChanges(PathEntity, before, { ...(courseIds && { courseIds }), ...(milestoneIds && { milestoneIds }) });
  }

  /** Throws 400. */
  private async checkContent(
    uow: UnitOfWork,
    program: string,
    { courseIds = [], milestoneIds = [] }: SentContent,
  ): Promise<void> {
    const [courses, milestones] = await Promise.all([
      this.paths.usableCourses(uow, program, courseIds),
      this.paths.usableMilestones(uow, program, milestoneIds),
    ]);
    const issues = [
      ...issuesOf('courseIds', courseIds, courses, 'a course'),
      ...issuesOf('milestoneIds', milestoneIds, milestones, 'a milestone'),
    ];
    if (issues.length > 0) throw invalidFields(issues);
  }

  private async withContent(scope: Scope, path: NewRow<PathEntity>): Promise<Path> {
    return toPath(path, (await this.paths.listContent(scope, [path.id])).get(path.id));
  }
}

function issuesOf(field: string, ids: readonly string[], usable: ReadonlySet<string>, what: string): FieldIssue[] {
  return ids.flatMap((id, index) =>
    usable.has(id)
      ? []
      : [{ field: `${field}.${index}`, issue: `must be ${what} of the program that is not archived` }],
  );
}

function toPath(path: NewRow<PathEntity>, { courses, milestoneIds }: PathContent = EMPTY): Path {
  return toResource(Path, {
    ...path,
    courses: courses.map((course) => toResource(PathCourse, course)),
    milestoneIds,
  });
}
