import type { Schemas } from '@delivery-service/client';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useRead } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { strings } from '../../strings/common.js';
import { person } from '../../strings/person.js';
import { Table } from '../../ui/list.js';
import { Empty, Loaded } from '../../ui/states.js';
import { Instant } from '../../ui/value.js';
import { WriteAction } from '../../ui/write-action.js';
import type { PartProps } from './part.js';

const t = person.progress;

interface LessonsProps extends Omit<PartProps, 'programId'> {
  courseId: string;
  title: string;
}

/** The lessons of a course, which are read when they are wanted: those that are completed, and those to come. */
export function Lessons({ title, ...props }: LessonsProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      {title}{' '}
      <Button
        size="compact-xs"
        variant="default"
        aria-expanded={isOpen}
        aria-label={t.lessonsOf(title)}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t.lessons}
      </Button>
      {isOpen && <LessonTable title={title} {...props} />}
    </>
  );
}

function LessonTable({ enrollmentId, zone, courseId, title }: LessonsProps) {
  const { client } = useSession();
  const outline = useRead('/courses/{courseId}', { path: { courseId } });
  const completions = useQuery({
    queryKey: ['completions', enrollmentId],
    queryFn: async ({ signal }) => {
      const found = new Map<string, string>();
      const query = { kind: 'lesson.completed' as const, limit: 100 };
      const path = { enrollmentId };
      const pages = client.pages('/enrollments/{enrollmentId}/timeline', { path, query, signal });
      for await (const { resourceId, occurredAt } of pages) found.set(resourceId, occurredAt);
      return found;
    },
  });
  return (
    <Loaded query={outline}>
      {({ sections }) => (
        <Loaded query={completions}>
          {(completed) => {
            const lessons = sections
              .flatMap((section) => section.lessons)
              .filter(({ id, status }) => status === 'published' || completed.has(id));
            if (lessons.length === 0) return <Empty>{t.noLessons}</Empty>;
            return (
              <Table
                label={t.lessonsOf(title)}
                items={lessons}
                idOf={({ id }) => id}
                columns={[
                  {
                    header: t.lesson,
                    cell: ({ title: name, required }) => (required ? name : `${name} (${t.optional})`),
                  },
                  { header: t.completed, cell: ({ id }) => <Instant iso={completed.get(id)} zone={zone} /> },
                  {
                    header: strings.common.actions,
                    cell: (lesson) => (
                      <Move enrollmentId={enrollmentId} lesson={lesson} isCompleted={completed.has(lesson.id)} />
                    ),
                  },
                ]}
              />
            );
          }}
        </Loaded>
      )}
    </Loaded>
  );
}

interface MoveProps {
  enrollmentId: string;
  lesson: Schemas['OutlineLesson'];
  isCompleted: boolean;
}

function Move({ enrollmentId, lesson: { id: lessonId, title }, isCompleted }: MoveProps) {
  const path = { enrollmentId };
  return isCompleted ? (
    <WriteAction
      label={t.uncomplete}
      about={title}
      which={lessonId}
      fields={{ reason: { kind: 'longText', label: t.reason, isOptional: true } }}
      to="POST /enrollments/{enrollmentId}/uncomplete-lesson"
      path={path}
      body={(body) => ({ lessonId, ...body })}
      done={t.lessonUncompleted}
      isDanger
    />
  ) : (
    <WriteAction
      label={t.complete}
      about={title}
      which={lessonId}
      to="POST /enrollments/{enrollmentId}/complete-lesson"
      path={path}
      body={() => ({ lessonId })}
      done={t.lessonCompleted}
    />
  );
}
