import { Injectable } from '@nestjs/common';
import { groupedBy } from '#kernel/lists';
import { positionsOf, replacementOf, type Scope } from '#kernel/work';
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

export const replaceLessons = replacementOf(learningTables, MilestoneLessonEntity, 'milestoneId');

/** Among the milestones of a program that are not archived. */
export const milestonePositions = positionsOf(learningTables, MilestoneEntity, {
  of: 'programId',
  where: `status = 'active'`,
});

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
}
