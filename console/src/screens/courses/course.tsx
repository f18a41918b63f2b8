import type { Schemas } from '@delivery-service/client';
import { Text } from '@mantine/core';
import { directsProgram } from '../../api/access.js';
import { useRead } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { courses as t } from '../../strings/courses.js';
import { LinkButton } from '../../ui/link.js';
import { ProgramLink } from '../../ui/resource-link.js';
import { PendingScreen, Screen } from '../../ui/screen.js';
import { Status } from '../../ui/value.js';
import { EditAction, WriteAction } from '../../ui/write-action.js';
import { Outline } from './outline.js';
import './courses.css';

/** A course as it is written: its sections and lessons in order, drafts too. */
export default function CourseScreen({ courseId }: { courseId: string }) {
  const { me } = useSession();
  const query = useRead('/courses/{courseId}', { path: { courseId } });
  const course = query.data;
  if (!course) return <PendingScreen title={t.course} query={query} />;
  const isAuthor = directsProgram(me, course.programId) && course.status !== 'archived';
  return (
    <Screen
      title={course.title}
      about={
        <>
          <Status value={course.status} /> {t.counts(course.sectionCount, course.lessonCount, course.estimatedMinutes)}
        </>
      }
      trail={[<ProgramLink key="program" programId={course.programId} />]}
      actions={
        <>
          <LinkButton to={`/programs/courses/${courseId}/preview`}>{t.asLearner}</LinkButton>
          {directsProgram(me, course.programId) && <Actions course={course} />}
        </>
      }
    >
      {course.description !== null && <Text className="text">{course.description}</Text>}
      <Outline course={course} isAuthor={isAuthor} />
    </Screen>
  );
}

function Actions({ course }: { course: Schemas['CourseOutline'] }) {
  const path = { courseId: course.id };
  if (course.status === 'archived') {
    return <WriteAction label={t.unarchive} to="POST /courses/{courseId}/unarchive" path={path} done={t.unarchived} />;
  }
  return (
    <>
      {course.status === 'draft' && (
        <WriteAction
          label={t.publish}
          about={t.publishHint}
          to="POST /courses/{courseId}/publish"
          path={path}
          done={t.published}
        />
      )}
      <EditAction
        label={t.edit}
        fields={({ title, description }) => ({
          title: { kind: 'text', label: t.title, initial: title },
          description: { kind: 'longText', label: t.description, initial: description, isNullable: true },
        })}
        to="PATCH /courses/{courseId}"
        path={path}
        done={t.edited}
      />
      <WriteAction label={t.archive} to="POST /courses/{courseId}/archive" path={path} done={t.archived} isDanger />
    </>
  );
}
