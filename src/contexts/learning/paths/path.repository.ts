import { Injectable } from '@nestjs/common';
import { groupedBy } from '#kernel/lists';
import { replacementOf, type Scope, type UnitOfWork } from '#kernel/work';
import { learningTables } from '../learning.tables.js';
import { PathMilestoneEntity } from './path-milestone.entity.js';
import { PathCourseEntity } from './path-course.entity.js';
import type { PathCourse } from './path.dto.js';
import { PathEntity } from './path.entity.js';

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

const findNamed = learningTables
  .statement(
    'find_courses_and_milestones_named_by_path',
    { path: 'uuid' },
    `select array(
         select course_id from path_courses
         where organization_id = :organization and path_id = :path order by position) as "courseIds",
       array(
         select milestone_id from path_milestones
         where organization_id = :organization and path_id = :path order by position) as "milestoneIds"`,
  )
  .returning<{ courseIds: string[]; milestoneIds: string[] }>();

const listMilestones = learningTables
  .statement(
    'list_milestones_of_paths',
    { paths: 'uuid[]' },
    `select p.path_id as "pathId", m.id as "milestoneId"
     from path_milestones p join milestones m on m.organization_id = p.organization_id and m.id = p.milestone_id
     where p.organization_id = :organization and p.path_id = any(:paths::uuid[]) and m.status = 'active'
     order by p.path_id, p.position`,
  )
  .returning<{ pathId: string; milestoneId: string }>();

export const replaceCourses = replacementOf(learningTables, PathCourseEntity, 'pathId');
export const replaceMilestones = replacementOf(learningTables, PathMilestoneEntity, 'pathId');

const findDefault = learningTables
  .statement(
    'find_default_path_of_program',
    { program: 'uuid' },
    'select id from paths where organization_id = :organization and program_id = :program and is_default',
  )
  .returning<{ id: string }>();

/** A path's courses and milestones that are not archived, in order. */
export interface PathContent {
  courses: PathCourse[];
  milestoneIds: string[];
}

export const pathList = learningTables.list('list_paths', { rows: PathEntity, by: ['programId', 'status'] });

@Injectable()
export class PathRepository {
  /** Also those that are archived. */
  async findNamed(scope: Scope, path: string): Promise<{ courseIds: string[]; milestoneIds: string[] }> {
    const [named] = await scope.query(findNamed, { path });
    return named;
  }

  /** By the id of the path. */
  async listContent(scope: Scope, paths: readonly string[]): Promise<ReadonlyMap<string, PathContent>> {
    const [courses, milestones] = await Promise.all([
      scope.query(listCourses, { paths }),
      scope.query(listMilestones, { paths }),
    ]);
    const coursesOf = groupedBy(courses, ({ pathId }) => pathId);
    const milestonesOf = groupedBy(milestones, ({ pathId }) => pathId);
    return new Map(
      paths.map((id) => {
        const milestoneIds = (milestonesOf.get(id) ?? []).map(({ milestoneId }) => milestoneId);
        return [id, { courses: coursesOf.get(id) ?? [], milestoneIds }];
      }),
    );
  }

  /** The path that new enrollments in the program get. The caller holds the program's lock. */
  async findDefault(uow: UnitOfWork, program: string): Promise<string | undefined> {
    return (await uow.query(findDefault, { program })).at(0)?.id;
  }
}
