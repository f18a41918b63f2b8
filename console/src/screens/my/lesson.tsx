import type { Schemas } from '@delivery-service/client';
import { Text } from '@mantine/core';
import { useRead } from '../../api/reads.js';
import { my as t } from '../../strings/my.js';
import { LinkButton } from '../../ui/link.js';
import { Markdown } from '../../ui/markdown.js';
import { MediaView } from '../../ui/media.js';
import { OutsideLink } from '../../ui/outside-link.js';
import { PendingScreen, Screen, Section } from '../../ui/screen.js';
import { Instant } from '../../ui/value.js';
import { WriteInPlace } from '../../ui/write-in-place.js';
import { lessonPath, lessonsOf, useCourses } from './learning.js';
import './my.css';

interface LessonProps {
  enrollmentId: string;
  lessonId: string;
}

/** A lesson to read, watch and complete, between the one before it and the one after it. */
export default function MyLesson({ enrollmentId, lessonId }: LessonProps) {
  const query = useRead('/me/lessons/{lessonId}', { path: { lessonId }, query: { enrollmentId } });
  const place = usePlace(enrollmentId, lessonId);
  if (!query.data) return <PendingScreen title={t.lesson} query={query} />;
  const { title, estimatedMinutes, body, url, media, locked } = query.data;
  if (locked) {
    return (
      <Screen title={title} about={t.lessonLocked}>
        <Text>
          {t.locked[locked.reason]}
          {locked.opensAt !== null && (
            <>
              . {t.opensOn} <Instant iso={locked.opensAt} />
            </>
          )}
        </Text>
      </Screen>
    );
  }
  return (
    <Screen
      title={title}
      about={[place, estimatedMinutes === null ? '' : t.minutes(estimatedMinutes)].filter(Boolean).join(' · ')}
    >
      {media && media.length > 0 && (
        <div className="lesson-media">
          {media.map(({ mediaId, ...one }) => (
            <MediaView key={mediaId} {...one} />
          ))}
        </div>
      )}
      {body !== null && <Markdown text={body} />}
      {url !== null && (
        <Section title={t.openLink}>
          <OutsideLink url={url} />
        </Section>
      )}
      <Completion lesson={query.data} enrollmentId={enrollmentId} />
      <Neighbours enrollmentId={enrollmentId} lessonId={lessonId} />
    </Screen>
  );
}

/** Which lesson of which course it is. */
function usePlace(enrollmentId: string, lessonId: string): string {
  for (const course of useCourses(enrollmentId).items) {
    const lessons = lessonsOf([course]);
    const at = lessons.findIndex(({ id }) => id === lessonId);
    if (at >= 0) return t.placeOf(course.title, at + 1, lessons.length);
  }
  return '';
}

function Completion({ lesson, enrollmentId }: { lesson: Schemas['LearnerLesson']; enrollmentId: string }) {
  const { id: lessonId, completedAt, completion } = lesson;
  const path = { enrollmentId };
  if (completedAt !== null) {
    return (
      <div className="completion">
        <Text fw={600}>
          {t.completed} <Instant iso={completedAt} />
        </Text>
        {completion === 'self' && (
          <WriteInPlace
            key="taken back"
            label={t.uncomplete}
            which={lessonId}
            to="POST /enrollments/{enrollmentId}/uncomplete-lesson"
            path={path}
            body={() => ({ lessonId })}
            done={t.uncompleted}
            button={{ variant: 'subtle', size: 'xs' }}
          />
        )}
      </div>
    );
  }
  if (completion !== 'self') return <Text c="dimmed">{t.byStaff}</Text>;
  return (
    <WriteInPlace
      key="completed"
      label={t.complete}
      which={lessonId}
      to="POST /enrollments/{enrollmentId}/complete-lesson"
      path={path}
      body={() => ({ lessonId })}
      done={t.completedNow}
    />
  );
}

function Neighbours({ enrollmentId, lessonId }: LessonProps) {
  const lessons = lessonsOf(useCourses(enrollmentId).items);
  const at = lessons.findIndex(({ id }) => id === lessonId);
  const [before, after] = [lessons[at - 1], at < 0 ? undefined : lessons[at + 1]];
  return (
    <nav className="neighbours" aria-label={t.courses}>
      {before && !before.locked && (
        <LinkButton to={lessonPath(enrollmentId, before.id)}>{t.previous(before.title)}</LinkButton>
      )}
      {after && !after.locked && (
        <LinkButton to={lessonPath(enrollmentId, after.id)} variant="filled">
          {t.next(after.title)}
        </LinkButton>
      )}
    </nav>
  );
}
