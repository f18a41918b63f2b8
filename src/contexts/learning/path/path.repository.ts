import { Injectable } from '@nestjs/common';
import { groupedBy } from '#kernel/lists/grouped-by.js';
import type { Scope } from '#kernel/persistence/scope.js';
import type { UnitOfWork } from '#kernel/persistence/unit-of-work.js';
import { learningTables } from '../learning.tables.js';
import { PathCourseEntity } from './path-course.entity.js';
import type { PathCourse } from './path.dto.js';

const listCourses = learningTables
  .statement(
    'list_courses_of_paths',
    { paths: 'uuid[]' },
    `select p.path_id as "pathId", c.id as "courseId", c.title,
       (row_number() over (partition by p.path_id order by p.position))::integer as position
     from path_courses p join courses c on c.organization_id = p.organization_id and c.id = p.course_id
     where p.organization_id = :organization and p.path_id = any(:paths::uuid[]) and c.status <> 'archived'
     order by p.path_id, p.position`,
  )
  .returning<PathCourse & { pathId: string }>();

const listUsable = learningTables
  .statement(
    'list_courses_for_path',
    { ids: 'uuid[]', program: 'uuid' },
    `select id from courses
     where organization_id = :organization and id = any(:ids::uuid[]) and program_id = :program
       and status <> 'archived'`,
  )
  .returning<{ id: string }>();

const deleteCourses = learningTables.statement(
  'delete_courses_of_path',
  { path: 'uuid' },
  'delete from path_courses where organization_id = :organization and path_id = :path',
);

const findDefault = learningTables
  .statement(
    'find_default_path_of_program',
    { program: 'uuid' },
    'select id from paths where organization_id = :organization and program_id = :program and is_default',
  )
  .returning<{ id: string }>();

@Injectable()
export class PathRepository {
  /** The courses of each path that are not archived, in order, by the id of the path. */
  async listCourses(scope: Scope, paths: readonly string[]): Promise<ReadonlyMap<string, PathCourse[]>> {
    return groupedBy(await scope.query(listCourses, { paths }), ({ pathId }) => pathId);
  }

  /** Those of the ids that are courses of the program and not archived. The caller holds the program's lock. */
  async findUsable(uow: UnitOfWork, program: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set((await uow.query(listUsable, { program, ids })).map(({ id }) => id));
  }

  /** `courseIds` in order. */
  replaceCourses(uow: UnitOfWork, pathId: string, courseIds: readonly string[]): void {
    uow.queue(deleteCourses, { path: pathId });
    this.addCourses(uow, pathId, courseIds);
  }

  addCourses(uow: UnitOfWork, pathId: string, courseIds: readonly string[]): void {
    uow.insertAll(
      PathCourseEntity,
      courseIds.map((courseId, index) => ({ pathId, courseId, position: index + 1 })),
    );
  }

  /** The path that new enrollments in the program get. The caller holds the program's lock. */
  async findDefault(uow: UnitOfWork, program: string): Promise<string | undefined> {
    return (await uow.query(findDefault, { program })).at(0)?.id;
  }
}
