import { Injectable } from '@nestjs/common';
import { lockProgramContent } from '#contexts/programs/programs.public.js';
import { conflict, invalidFields } from '#kernel/errors/service-error.js';
import { sentFields } from '#kernel/fields/sent-fields.js';
import { toResource } from '#kernel/fields/to-resource.js';
import { listPage } from '#kernel/lists/list-page.js';
import type { Page } from '#kernel/lists/page.js';
import { checkMove } from '#kernel/operations/transitions.js';
import type { Scope } from '#kernel/persistence/scope.js';
import type { Change, NewRow } from '#kernel/persistence/tenant-entity.js';
import type { UnitOfWork } from '#kernel/persistence/unit-of-work.js';
import type { EventDeclaration } from '#kernel/trail/event.js';
import { Path, PathCourse, type CreatePathRequest, type PathQuery, type UpdatePathRequest } from './path.dto.js';
import { PATH_MOVES, PathEntity } from './path.entity.js';
import { activatePath, archivePath, createPath, updatePath, type PathReference } from './path.operations.js';
import { PathRepository } from './path.repository.js';

/** Every change of a path holds the lock on its program, whose courses and default path keep still then. */
@Injectable()
export class PathService {
  constructor(private readonly paths: PathRepository) {}

  async create(uow: UnitOfWork, programId: string, request: CreatePathRequest): Promise<Path> {
    const { courseIds, sequential = false, ...fields } = request;
    const status = await lockProgramContent(uow, programId);
    if (status === 'archived') throw conflict('The program is archived.');
    await this.checkCourses(uow, programId, courseIds);
    const draft = { programId, sequential, status: 'draft', isDefault: false } as const;
    const path = uow.insert(PathEntity, { ...fields, ...draft });
    this.paths.addCourses(uow, path.id, courseIds);
    const { id: pathId, name } = path;
    uow.record(createPath.event, {
      targetId: pathId,
      changes: { programId, courseIds, sequential },
      data: { pathId, programId, name },
    });
    return this.withCourses(uow, path);
  }

  async list(scope: Scope, query: PathQuery): Promise<Page<Path>> {
    const { programId, status } = query;
    const page = await listPage(scope, PathEntity, query, { equal: { programId, status } });
    const ids = page.items.map(({ id }) => id);
    const courses = await this.paths.listCourses(scope, ids);
    return { ...page, items: page.items.map((path) => toPath(path, courses.get(path.id))) };
  }

  async get(scope: Scope, id: string): Promise<Path> {
    return this.withCourses(scope, await scope.get(PathEntity, id));
  }

  async update(uow: UnitOfWork, id: string, request: UpdatePathRequest): Promise<Path> {
    const path = await this.lock(uow, id);
    if (path.status === 'archived') throw conflict('The path is archived.');
    const { courseIds, ...sent } = sentFields(request);
    if (sent.isDefault && path.status !== 'active') throw conflict('The path is a draft.');
    const fields = Object.keys(sentFields(request));
    if (fields.length === 0) {
      uow.recordWithoutEvent(id);
      return this.withCourses(uow, path);
    }
    const changes = courseIds ? { courseIds: await this.replaceCourses(uow, path, courseIds) } : {};
    if (sent.isDefault) await this.takeDefault(uow, path);
    uow.record(updatePath.event, { targetId: id, changes, data: { ...referenceTo(path), fields } });
    return this.withCourses(uow, uow.change(PathEntity, path, sent));
  }

  async activate(uow: UnitOfWork, id: string): Promise<Path> {
    const path = await this.lock(uow, id);
    checkMove('path', PATH_MOVES, path.status, 'active');
    return this.move(uow, path, activatePath.event, { status: 'active' });
  }

  async archive(uow: UnitOfWork, id: string): Promise<Path> {
    const path = await this.lock(uow, id);
    checkMove('path', PATH_MOVES, path.status, 'archived');
    return this.move(uow, path, archivePath.event, { status: 'archived', isDefault: false });
  }

  private move(
    uow: UnitOfWork,
    path: PathEntity,
    event: EventDeclaration<PathReference>,
    change: Change<PathEntity>,
  ): Promise<Path> {
    uow.record(event, { targetId: path.id, data: referenceTo(path) });
    return this.withCourses(uow, uow.change(PathEntity, path, change));
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

  /** Returns what the audit entry shows of it. */
  private async replaceCourses(uow: UnitOfWork, { id, programId }: PathEntity, to: readonly string[]) {
    await this.checkCourses(uow, programId, to);
    const before = (await this.paths.listCourses(uow, [id])).get(id) ?? [];
    this.paths.replaceCourses(uow, id, to);
    return { from: before.map(({ courseId }) => courseId), to };
  }

  /** Throws 400. */
  private async checkCourses(uow: UnitOfWork, programId: string, ids: readonly string[]): Promise<void> {
    const usable = await this.paths.findUsable(uow, programId, ids);
    const issues = ids.flatMap((id, index) =>
      usable.has(id)
        ? []
        : [{ field: `courseIds.${index}`, issue: 'must be a course of the program that is not archived' }],
    );
    if (issues.length > 0) throw invalidFields(issues);
  }

  private async withCourses(scope: Scope, path: NewRow<PathEntity>): Promise<Path> {
    return toPath(path, (await this.paths.listCourses(scope, [path.id])).get(path.id));
  }
}

function toPath(path: NewRow<PathEntity>, courses: readonly PathCourse[] = []): Path {
  return toResource(Path, { ...path, courses: courses.map((course) => toResource(PathCourse, course)) });
}

function referenceTo({ id, programId }: PathEntity): PathReference {
  return { pathId: id, programId };
}
