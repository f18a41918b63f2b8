import type { Schemas } from '@delivery-service/client';
import { useRead } from '../../api/reads.js';
import { courses as t } from '../../strings/courses.js';
import { PageLink } from '../../ui/link.js';
import { MediaView } from '../../ui/media.js';
import { Markdown } from '../../ui/markdown.js';
import { OutsideLink } from '../../ui/outside-link.js';
import { ProgramLink } from '../../ui/resource-link.js';
import { PendingScreen, Screen, Section } from '../../ui/screen.js';
import { Empty, Loaded } from '../../ui/states.js';
import './courses.css';

/** A course as those see it who learn: what is published, in order. */
export default function Preview({ courseId }: { courseId: string }) {
  const query = useRead('/courses/{courseId}', { path: { courseId } });
  const course = query.data;
  if (!course) return <PendingScreen title={t.course} query={query} />;
  const sections = course.sections
    .map((section) => ({ ...section, lessons: section.lessons.filter(({ status }) => status === 'published') }))
    .filter(({ lessons }) => lessons.length > 0);
  return (
    <Screen
      title={course.title}
      about={t.asLearnerHint}
      trail={[
        <ProgramLink key="program" programId={course.programId} />,
        <PageLink key="course" to={`/programs/courses/${courseId}`}>
          {course.title}
        </PageLink>,
      ]}
    >
      {sections.length === 0 && <Empty>{t.nothingPublished}</Empty>}
      {sections.map((section) => (
        <Section key={section.id} title={section.title}>
          {section.lessons.map((lesson) => (
            <article key={lesson.id} className="card" aria-label={lesson.title}>
              <h3>{lesson.title}</h3>
              <Content lessonId={lesson.id} />
            </article>
          ))}
        </Section>
      ))}
    </Screen>
  );
}

function Playable({ mediaId, title, kind }: Pick<Schemas['LessonMedia'], 'mediaId' | 'title' | 'kind'>) {
  const query = useRead('/media/{mediaId}', { path: { mediaId } });
  return <Loaded query={query}>{({ url, mimeType }) => <MediaView {...{ kind, title, mimeType, url }} />}</Loaded>;
}

function Content({ lessonId }: { lessonId: string }) {
  const query = useRead('/lessons/{lessonId}', { path: { lessonId } });
  return <Loaded query={query}>{(lesson) => <Shown lesson={lesson} />}</Loaded>;
}

function Shown({ lesson: { body, url, media } }: { lesson: Schemas['Lesson'] }) {
  return (
    <>
      {body !== null && <Markdown text={body} />}
      {url !== null && <OutsideLink url={url} />}
      {media.map(({ mediaId, title, kind }) => (
        <Playable key={mediaId} mediaId={mediaId} title={title} kind={kind} />
      ))}
    </>
  );
}
