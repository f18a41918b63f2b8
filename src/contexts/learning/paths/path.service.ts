import { Injectable } from '@nestjs/common';
import { invalidFields, wrongStatus } from '#kernel/errors';
import { sentFields, toResource } from '#kernel/fields';
import { type Page, idsOf } from '#kernel/lists';
import type { Scope, UnitOfWork } from '#kernel/work';
import { fieldChanges, type NewRow } from '#kernel/persistence';
import { Path, PathCourse, type CreatePathRequest, type PathQuery, type UpdatePathRequest } from './path.dto.js';
import { PATH, PathEntity } from './path.entity.js';
import { activatePath, archivePath, createPath, updatePath } from './path.operations.js';
import { type PathContent, pathList, PathRepository, replaceCourses, replaceMilestones } from './path.repository.js';
import { courseIssues, itemsOf, lockInProgram, lockOpenProgram, milestoneIssues } from '../program-part.js';

const EMPTY: PathContent = { courses: [], milestoneIds: [] };

/** The courses and milestones that a request names. */
type SentContent = Pick<UpdatePathRequest, 'courseIds' | 'milestoneIds'>;

/** Every change of a path holds the lock on its program, whose courses and default path keep still then. */
@Injectable()
export class PathService {
  constructor(private readonly paths: PathRepository) {}

  async create(uow: UnitOfWork, programId: string, request: CreatePathRequest): Promise<Path> {
    const { courseIds, milestoneIds = [], sequential = false, ...fields } = request;
    await lockOpenProgram(uow, programId);
    await checkContent(uow, programId, { courseIds, milestoneIds });
    const draft = { programId, sequential, status: 'draft', isDefault: false } as const;
    const path = uow.insert(PathEntity, { ...fields, ...draft });
    replaceContent(uow, path.id, { courseIds, milestoneIds });
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
    const path = await lockInProgram(uow, PathEntity, id);
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
    const path = await lockInProgram(uow, PathEntity, id);
    return this.withContent(uow, await uow.move(PathEntity, path, PATH, 'active', activatePath.event));
  }

  async archive(uow: UnitOfWork, id: string): Promise<Path> {
    const path = await lockInProgram(uow, PathEntity, id);
    const change = { isDefault: false };
    return this.withContent(uow, await uow.move(PathEntity, path, PATH, 'archived', archivePath.event, change));
  }

  /** Takes the default from the other path of the program that is it. */
  private async takeDefault(uow: UnitOfWork, path: PathEntity): Promise<void> {
    const id = await this.paths.findDefault(uow, path.programId);
    if (id === undefined || id === path.id) return;
    const [other] = await uow.getAllForUpdate(PathEntity, [id]);
    uow.changeAll(PathEntity, [other], { isDefault: false });
    uow.recordAlso(updatePath, { ...other, fields: ['isDefault'] }, { isDefault: { from: true, to: false } });
  }

  /** Replaces what is sent; returns what the audit entry shows of it. */
  private async replaceContent(uow: UnitOfWork, { id, programId }: PathEntity, sent: SentContent) {
    const { courseIds, milestoneIds } = sent;
    await checkContent(uow, programId, sent);
    const before = await this.paths.findNamed(uow, id);
    replaceContent(uow, id, sent);
    return fieldChanges(PathEntity, before, { ...(courseIds && { courseIds }), ...(milestoneIds && { milestoneIds }) });
  }

  private async withContent(scope: Scope, path: NewRow<PathEntity>): Promise<Path> {
    return toPath(path, (await this.paths.listContent(scope, [path.id])).get(path.id));
  }
}

/** Throws 400. */
async function checkContent(uow: UnitOfWork, program: string, { courseIds, milestoneIds }: SentContent): Promise<void> {
  const [courses, milestones] = await Promise.all([
    courseIssues(uow, program, itemsOf('courseIds', courseIds)),
    milestoneIssues(uow, program, itemsOf('milestoneIds', milestoneIds)),
  ]);
  if (courses.length + milestones.length > 0) throw invalidFields([...courses, ...milestones]);
}

function replaceContent(
  uow: UnitOfWork,
  path: string,
  { courseIds: courses, milestoneIds: milestones }: SentContent,
): void {
  if (courses)
    replaceCourses(
      uow,
      path,
      courses.map((courseId) => ({ courseId })),
    );
  if (milestones)
    replaceMilestones(
      uow,
      path,
      milestones.map((milestoneId) => ({ milestoneId })),
    );
}

function toPath(path: NewRow<PathEntity>, { courses, milestoneIds }: PathContent = EMPTY): Path {
  return toResource(Path, {
    ...path,
    courses: courses.map((course) => toResource(PathCourse, course)),
    milestoneIds,
  });
}
