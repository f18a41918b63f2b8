import type { Schemas } from '@delivery-service/client';
import { directsProgram } from '../../api/access.js';
import { useRead } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { courses as t } from '../../strings/courses.js';
import { number } from '../../strings/words.js';
import { PageLink } from '../../ui/link.js';
import { useMedia } from '../../ui/media-options.js';
import { Markdown } from '../../ui/markdown.js';
import { OutsideLink } from '../../ui/outside-link.js';
import { Facts, PendingScreen, Screen } from '../../ui/screen.js';
import { Status } from '../../ui/value.js';
import { EditAction, WriteAction } from '../../ui/write-action.js';
import { BodyPreview, COMPLETIONS, contentFields, contentOf } from './lesson-fields.js';
import './courses.css';

type Lesson = Schemas['Lesson'];

/** A lesson as it is written. */
export default function LessonScreen({ lessonId }: { lessonId: string }) {
  const query = useRead('/lessons/{lessonId}', { path: { lessonId } });
  if (!query.data) return <PendingScreen title={t.lesson} query={query} />;
  return <LessonPage lesson={query.data} />;
}

function LessonPage({ lesson }: { lesson: Lesson }) {
  const { me } = useSession();
  const course = useRead('/courses/{courseId}', { path: { courseId: lesson.courseId } });
  const isAuthor = course.data !== undefined && directsProgram(me, course.data.programId);
  const { title, kind, status, body, url, media, estimatedMinutes, completion } = lesson;
  return (
    <Screen
      title={title}
      about={<Status value={status} />}
      trail={[<PageLink to={`/programs/courses/${lesson.courseId}`}>{course.data?.title ?? t.course}</PageLink>]}
      actions={isAuthor && status !== 'archived' && <Actions lesson={lesson} />}
    >
      <Facts
        facts={{
          [t.kind]: t.kinds[kind],
          [t.minutes]: estimatedMinutes === null ? undefined : number(estimatedMinutes),
          [t.completion]: t.completions[completion],
          [t.url]: url === null ? undefined : <OutsideLink url={url} />,
          [t.media]: media.length === 0 ? undefined : media.map((one) => one.title).join(', '),
        }}
      />
      {body !== null && <Markdown text={body} />}
    </Screen>
  );
}

function Actions({ lesson }: { lesson: Lesson }) {
  const { videos, all } = useMedia();
  const path = { lessonId: lesson.id };
  const { kind } = lesson;
  return (
    <>
      {lesson.status === 'draft' && (
        <WriteAction
          label={t.publishLesson}
          to="POST /lessons/{lessonId}/publish"
          path={path}
          done={t.lessonPublished}
        />
      )}
      <EditAction
        label={t.editLesson}
        fields={({ title, body, url, media, estimatedMinutes, completion, required }) => {
          const chosen = media.map(({ mediaId }) => mediaId);
          return {
            title: { kind: 'text', label: t.title, initial: title },
            ...(kind === 'text' && { body: contentFields.body(body) }),
            ...(kind === 'link' && { url: contentFields.url(url) }),
            ...(kind === 'video' && { videos: contentFields.media(videos, chosen) }),
            ...(kind === 'file' && { files: contentFields.media(all, chosen) }),
            estimatedMinutes: { kind: 'number', label: t.minutes, initial: estimatedMinutes, isNullable: true },
            completion: { kind: 'choice', label: t.completion, options: COMPLETIONS, initial: completion },
            required: { kind: 'check', label: t.required, initial: required },
          };
        }}
        preview={(values) => kind === 'text' && <BodyPreview text={(values as Record<string, unknown>)['body']} />}
        isWide={kind === 'text'}
        to="PATCH /lessons/{lessonId}"
        path={path}
        body={({ title, estimatedMinutes, completion, required, ...content }, { media }) => ({
          ...(title !== undefined && { title }),
          ...(estimatedMinutes !== undefined && { estimatedMinutes }),
          ...(completion !== undefined && { completion }),
          ...(required !== undefined && { required }),
          ...(Object.keys(content).length > 0 && contentOf(kind, content, media)),
        })}
        done={t.lessonEdited}
      />
      <WriteAction
        label={t.archiveLesson}
        about={t.archiveLessonHint}
        to="POST /lessons/{lessonId}/archive"
        path={path}
        done={t.lessonArchived}
        isDanger
      />
    </>
  );
}
