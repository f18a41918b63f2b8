import { Injectable } from '@nestjs/common';
import { listShownMedia } from '#contexts/media/media.public.js';
import { invalidFields } from '#kernel/errors';
import { sentFields, toResource } from '#kernel/fields';
import type { Scope, UnitOfWork } from '#kernel/work';
import { Changes, type NewRow } from '#kernel/persistence';
import { ContentRepository } from './content.repository.js';
import { MAX_LESSONS } from './course.dto.js';
import {
  Lesson,
  LessonMedia,
  materialIssues,
  type CreateLessonRequest,
  type UpdateLessonRequest,
} from './lesson.dto.js';
import { LESSON, LessonEntity, type LessonKind } from './lesson.entity.js';
import { archiveLesson, createLesson, publishLesson, updateLesson, lessonLimit } from './lesson.operations.js';
import { LessonRepository, replaceMedia } from './lesson.repository.js';

type MediaLine = Required<CreateLessonRequest>['media'][number];

@Injectable()
export class LessonService {
  constructor(
    private readonly lessons: LessonRepository,
    private readonly content: ContentRepository,
  ) {}

  async create(uow: UnitOfWork, sectionId: string, request: CreateLessonRequest): Promise<Lesson> {
    const { media: lines = [], required = true, completion = 'self', ...fields } = request;
    const { courseId } = await this.content.lockSection(uow, sectionId);
    const { inCourse, inSection, nextNumber: number } = await this.content.countLessons(uow, courseId, sectionId);
    if (inCourse >= MAX_LESSONS) throw lessonLimit.error();
    const media = await this.checkMedia(uow, fields.kind, lines);
    const position = inSection + 1;
    const place = { courseId, sectionId, position };
    const lesson = uow.insert(LessonEntity, { ...fields, ...place, number, required, completion, status: 'draft' });
    replaceMedia(uow, lesson.id, ownTitles(lines));
    const changes = { ...place, kind: lesson.kind, required, completion, media: lines.map(({ mediaId }) => mediaId) };
    uow.record(createLesson.event, { ...lesson, courseSectionId: sectionId }, changes);
    return toLesson(lesson, media);
  }

  async get(scope: Scope, id: string): Promise<Lesson> {
    const [lesson, media] = await Promise.all([scope.get(LessonEntity, id), this.lessons.listMedia(scope, id)]);
    return toLesson(lesson, media);
  }

  async update(uow: UnitOfWork, id: string, request: UpdateLessonRequest): Promise<Lesson> {
    const lesson = await this.lock(uow, id);
    LESSON.require(lesson, 'draft', 'published');
    const before = await this.lessons.listMedia(uow, id);
    const { media: lines, ...sent } = sentFields(request);
    const issues = materialIssues(lesson.kind, { ...lesson, ...sent, media: lines ?? before });
    if (issues.length > 0) throw invalidFields(issues);
    const media = lines ? await this.checkMedia(uow, lesson.kind, lines, before) : before;
    const fields = Object.keys(sentFields(request));
    if (fields.length === 0) {
      uow.recordWithoutEvent(id);
      return toLesson(lesson, before);
    }
    if (lines) replaceMedia(uow, id, ownTitles(lines));
    const ids = (of: readonly { mediaId: string }[]) => of.map(({ mediaId }) => mediaId);
    const changed = uow.change(LessonEntity, lesson, sent);
    const changes: Changes = lines ? { media: { from: ids(before), to: ids(lines) } } : {};
    uow.record(updateLesson.event, { ...changed, courseSectionId: changed.sectionId, fields }, changes);
    await this.content.recount(uow, lesson.courseId);
    return toLesson(changed, media);
  }

  async publish(uow: UnitOfWork, id: string): Promise<Lesson> {
    const lesson = await this.lock(uow, id);
    const reference = { courseSectionId: lesson.sectionId };
    const { event } = publishLesson;
    const change = { publishedAt: uow.now };
    return this.shown(uow, await uow.move(LessonEntity, lesson, LESSON, 'published', event, change, reference));
  }

  async archive(uow: UnitOfWork, id: string): Promise<Lesson> {
    const lesson = await this.lock(uow, id);
    LESSON.checkMove(lesson.status, 'archived');
    const { sectionId } = lesson;
    const others = (await this.content.listLessonIds(uow, sectionId)).filter((other) => other !== id);
    this.content.setLessonOrder(
      uow,
      others.map((other) => ({ id: other, sectionId })),
    );
    const reference = { courseSectionId: sectionId };
    const { event } = archiveLesson;
    const change = { archivedAt: uow.now };
    return this.shown(uow, await uow.move(LessonEntity, lesson, LESSON, 'archived', event, change, reference));
  }

  /** The lesson after a move, which changed what its course counts. */
  private async shown(uow: UnitOfWork, moved: LessonEntity): Promise<Lesson> {
    const media = await this.lessons.listMedia(uow, moved.id);
    await this.content.recount(uow, moved.courseId);
    return toLesson(moved, media);
  }

  /** Locks the course and the lesson. Throws 404, or 409 where the course is archived. */
  private async lock(uow: UnitOfWork, id: string): Promise<LessonEntity> {
    const { courseId } = await uow.get(LessonEntity, id);
    await this.content.lockCourse(uow, courseId);
    return uow.getForUpdate(LessonEntity, id);
  }

  /** The media as they are shown. Throws 400 for one that is unknown or not of the kind that the lesson takes. */
  private async checkMedia(
    uow: UnitOfWork,
    kind: LessonKind,
    lines: readonly MediaLine[],
    before: readonly LessonMedia[] = [],
  ): Promise<LessonMedia[]> {
    const [ids, placed] = [lines, before].map((list) => list.map(({ mediaId }) => mediaId));
    const mediaById = await listShownMedia(uow, ids, placed);
    const what = kind === 'video' ? 'a registered video' : 'registered media';
    const issues = lines.flatMap(({ mediaId }, index) => {
      const media = mediaById.get(mediaId);
      const isFit = media !== undefined && (kind !== 'video' || media.kind === 'video');
      return isFit ? [] : [{ field: `media.${index}.mediaId`, issue: `must be ${what} of the organization` }];
    });
    if (issues.length > 0) throw invalidFields(issues);
    return lines.map(({ mediaId, title }, index) => {
      const { kind: mediaKind = '', title: usual = '' } = mediaById.get(mediaId) ?? {};
      return toResource(LessonMedia, { mediaId, title: title ?? usual, kind: mediaKind, position: index + 1 });
    });
  }
}

function ownTitles(lines: readonly MediaLine[]): { mediaId: string; title: string | null }[] {
  return lines.map(({ mediaId, title = null }) => ({ mediaId, title }));
}

export function toLesson(lesson: NewRow<LessonEntity>, media: LessonMedia[]): Lesson {
  return toResource(Lesson, { ...lesson, media: media.map((one) => toResource(LessonMedia, one)) });
}
