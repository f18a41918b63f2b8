import { Injectable } from '@nestjs/common';
import { replacementOf, type Scope } from '#kernel/work';
import { learningTables } from '../learning.tables.js';
import { LessonMediaEntity } from './lesson-media.entity.js';
import type { LessonMedia } from './lesson.dto.js';

const listMedia = learningTables
  .statement(
    'list_media_of_lesson',
    { lesson: 'uuid' },
    `select l.media_id as "mediaId", coalesce(l.title, m.title) as title, m.kind, m.mime_type as "mimeType", m.url, l.position
     from lesson_media l
     join media m on m.organization_id = l.organization_id and m.id = l.media_id
     where l.organization_id = :organization and l.lesson_id = :lesson
     order by l.position`,
  )
  .returning<LessonMedia & { mimeType: string; url: string }>();

/** With the titles that replace those of the media. */
export const replaceMedia = replacementOf(learningTables, LessonMediaEntity, 'lessonId');

@Injectable()
export class LessonRepository {
  /** In display order. */
  listMedia(scope: Scope, lesson: string): Promise<(LessonMedia & { mimeType: string; url: string })[]> {
    return scope.query(listMedia, { lesson });
  }
}
