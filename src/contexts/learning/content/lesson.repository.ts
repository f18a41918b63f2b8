import { Injectable } from '@nestjs/common';
import type { Scope, UnitOfWork } from '#kernel/work';
import { learningTables } from '../learning.tables.js';
import { LessonMediaEntity } from './lesson-media.entity.js';
import type { LessonMedia } from './lesson.dto.js';

const listMedia = learningTables
  .statement(
    'list_media_of_lesson',
    { lesson: 'uuid' },
    `select l.media_id as "mediaId", coalesce(l.title, m.title) as title, m.kind, l.position
     from lesson_media l
     join media m on m.organization_id = l.organization_id and m.id = l.media_id
     where l.organization_id = :organization and l.lesson_id = :lesson
     order by l.position`,
  )
  .returning<LessonMedia>();

const deleteMedia = learningTables.statement(
  'delete_media_of_lesson',
  { lesson: 'uuid' },
  'delete from lesson_media where organization_id = :organization and lesson_id = :lesson',
);

@Injectable()
export class LessonRepository {
  /** In display order. */
  listMedia(scope: Scope, lesson: string): Promise<LessonMedia[]> {
    return scope.query(listMedia, { lesson });
  }

  /** `media` in display order, with the titles that replace those of the media. */
  replaceMedia(uow: UnitOfWork, lessonId: string, media: readonly { mediaId: string; title: string | null }[]): void {
    uow.queue(deleteMedia, { lesson: lessonId });
    uow.insertAll(
      LessonMediaEntity,
      media.map((line, index) => ({ ...line, lessonId, position: index + 1 })),
    );
  }
}
