import type { Schemas } from '@delivery-service/client';
import { Text } from '@mantine/core';
import { useOwnEnrollments } from '../../api/own-enrollments.js';
import { my as t } from '../../strings/my.js';
import { PageLink } from '../../ui/link.js';
import { Paged } from '../../ui/list.js';
import { Screen, Section } from '../../ui/screen.js';
import { Empty, Loaded } from '../../ui/states.js';
import { Instant } from '../../ui/value.js';
import { isLearning, lessonPath, lessonsOf, useCourses, type Lesson } from './learning.js';
import './my.css';

/** The courses of whoever learns, by the program that they belong to. */
export default function MyCourses() {
  const enrollments = useOwnEnrollments();
  return (
    <Screen title={t.courses}>
      <Loaded query={enrollments}>
        {({ items }) => {
          const learning = items.filter(isLearning);
          if (learning.length === 0) return <Empty>{t.noEnrollments}</Empty>;
          return learning.map((enrollment) => <Courses key={enrollment.id} enrollment={enrollment} />);
        }}
      </Loaded>
    </Screen>
  );
}

function Courses({ enrollment: { id, program, cohort } }: { enrollment: Schemas['MyEnrollment'] }) {
  const list = useCourses(id);
  return (
    <Section title={program.name} hint={cohort.name}>
      <Paged list={list} empty={t.noLessons}>
        {(courses) => courses.map((course) => <Course key={course.id} course={course} enrollmentId={id} />)}
      </Paged>
    </Section>
  );
}

function Course({ course, enrollmentId }: { course: Schemas['MyCourse']; enrollmentId: string }) {
  const lessons = lessonsOf([course]);
  const done = lessons.filter(({ completedAt }) => completedAt !== null).length;
  return (
    <article className="card course" aria-label={course.title}>
      <h3>{course.title}</h3>
      <Text size="sm" c="dimmed">
        {t.lessonsOf(done, lessons.length)}
      </Text>
      {course.description !== null && <div className="text">{course.description}</div>}
      {course.sections.map((section) => (
        <div key={section.id}>
          <h4>{section.title}</h4>
          <ul className="plain-list lessons">
            {section.lessons.map((lesson) => (
              <li key={lesson.id}>
                <LessonLine lesson={lesson} enrollmentId={enrollmentId} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </article>
  );
}

function LessonLine({ lesson, enrollmentId }: { lesson: Lesson; enrollmentId: string }) {
  const { id, title, estimatedMinutes, completedAt, locked } = lesson;
  return (
    <>
      {locked ? <span>{title}</span> : <PageLink to={lessonPath(enrollmentId, id)}>{title}</PageLink>}{' '}
      <span className="dimmed">
        {estimatedMinutes !== null && t.minutes(estimatedMinutes)} {completedAt !== null && t.completed}{' '}
        {locked && (
          <>
            {t.locked[locked.reason]}
            {locked.opensAt !== null && (
              <>
                . {t.opensOn} <Instant iso={locked.opensAt} />
              </>
            )}
          </>
        )}
      </span>
    </>
  );
}
