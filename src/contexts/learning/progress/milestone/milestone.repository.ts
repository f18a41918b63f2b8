import { Injectable } from '@nestjs/common';
import { groupedBy } from '#kernel/lists';
import type { Scope, UnitOfWork } from '#kernel/work';
import { learningTables } from '../../learning.tables.js';
import { MilestoneLessonEntity } from './milestone-lesson.entity.js';
import { MilestoneEntity } from './milestone.entity.js';

const listLessons = learningTables
  .statement(
    'list_lessons_of_milestones',
    { milestones: 'uuid[]' },
    `select milestone_id as "milestoneId", lesson_id as "lessonId" from milestone_lessons
     where organization_id = :organization and milestone_id = any(:milestones::uuid[]) order by milestone_id, position`,
  )
  .returning<{ milestoneId: string; lessonId: string }>();

const deleteLessons = learningTables.statement(
  'delete_lessons_of_milestone',
  { milestone: 'uuid' },
  'delete from milestone_lessons where organization_id = :organization and milestone_id = :milestone',
);

const listUsableLessons = learningTables
  .statement(
    'list_lessons_for_milestone',
    { ids: 'uuid[]', program: 'uuid' },
    `select l.id from lessons l
     join courses c on c.organization_id = l.organization_id and c.id = l.course_id
     where l.organization_id = :organization and l.id = any(:ids::uuid[]) and l.status <> 'archived'
       and c.program_id = :program and c.status <> 'archived'`,
  )
  .returning<{ id: string }>();

const findUsableCourse = learningTables
  .statement(
    'find_course_for_milestone',
    { id: 'uuid', program: 'uuid' },
    `select id from courses
     where organization_id = :organization and id = :id and program_id = :program and status <> 'archived'`,
  )
  .returning<{ id: string }>();

const listOrder = learningTables
  .statement(
    'list_order_of_milestones',
    { program: 'uuid' },
    `select id from milestones
     where organization_id = :organization and program_id = :program and status = 'active' order by position, id`,
  )
  .returning<{ id: string }>();

const setOrder = learningTables.statement(
  'set_order_of_milestones',
  { ids: 'uuid[]' },
  `update milestones t set position = p.position
   from unnest(:ids::uuid[]) with ordinality as p (id, position)
   where t.organization_id = :organization and t.id = any(:ids::uuid[]) and t.id = p.id and t.position <> p.position`,
);

/** The milestones of a program, and what they require. */
export const milestoneList = learningTables.list('list_milestones', {
  rows: MilestoneEntity,
  by: ['programId'],
  order: { asc: ['programId', 'position', 'id'] },
});

@Injectable()
export class MilestoneRepository {
  /** The lessons that each milestone requires, in order, by its id. */
  async listLessons(scope: Scope, milestones: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
    const rows = groupedBy(await scope.query(listLessons, { milestones }), ({ milestoneId }) => milestoneId);
    return new Map([...rows].map(([id, lessons]) => [id, lessons.map(({ lessonId }) => lessonId)]));
  }

  replaceLessons(uow: UnitOfWork, milestoneId: string, lessonIds: readonly string[]): void {
    uow.queue(deleteLessons, { milestone: milestoneId });
    uow.insertAll(
      MilestoneLessonEntity,
      lessonIds.map((lessonId, index) => ({ milestoneId, lessonId, position: index + 1 })),
    );
  }

  /** Those of the lessons that are of the program and not archived. */
  async usableLessons(uow: UnitOfWork, program: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set((await uow.query(listUsableLessons, { program, ids })).map(({ id }) => id));
  }

  /** Whether it is a course of the program that is not archived. */
  async isUsableCourse(uow: UnitOfWork, program: string, id: string): Promise<boolean> {
    return (await uow.query(findUsableCourse, { program, id })).length > 0;
  }

  /** The milestones of a program that are not archived, in order. The caller holds the program's lock. */
  async listOrder(uow: UnitOfWork, program: string): Promise<string[]> {
    return (await uow.query(listOrder, { program })).map(({ id }) => id);
  }

  /** Numbers the milestones from 1. */
  setOrder(uow: UnitOfWork, ids: readonly string[]): void {
    uow.queue(setOrder, { ids });
  }
}
