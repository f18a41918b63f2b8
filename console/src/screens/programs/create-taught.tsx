import type { Schemas } from '@delivery-service/client';
import { useLocation } from 'wouter';
import { courses as t } from '../../strings/courses.js';
import { WriteAction } from '../../ui/write-action.js';

interface CreateProps {
  programId: string;
}

/** Creates a course, and goes there: it is empty. */
export function CreateCourse({ programId }: CreateProps) {
  const [, navigate] = useLocation();
  return (
    <WriteAction
      label={t.create}
      fields={{
        title: { kind: 'text', label: t.title },
        description: { kind: 'longText', label: t.description, isOptional: true },
      }}
      to="POST /programs/{programId}/courses"
      path={{ programId }}
      done={t.created}
      onDone={({ id }) => navigate(`/programs/courses/${id}`)}
    />
  );
}

/** Creates a path of courses of the program. */
export function CreatePath({ programId, courses }: CreateProps & { courses: readonly Schemas['Course'][] }) {
  const options = courses
    .filter(({ status }) => status !== 'archived')
    .map(({ id, title }) => ({ value: id, label: title }));
  if (options.length === 0) return null;
  return (
    <WriteAction
      label={t.createPath}
      about={t.pathHint}
      fields={{
        name: { kind: 'text', label: t.pathName },
        courseIds: { kind: 'choices', label: t.pathCourses, options },
        sequential: { kind: 'check', label: t.sequential },
      }}
      to="POST /programs/{programId}/paths"
      path={{ programId }}
      done={t.pathCreated}
    />
  );
}

/** Creates a milestone that the staff decides on. */
export function CreateMilestone({ programId }: CreateProps) {
  return (
    <WriteAction
      label={t.createMilestone}
      about={t.milestoneHint}
      fields={{
        title: { kind: 'text', label: t.title },
        description: { kind: 'longText', label: t.description, isOptional: true },
      }}
      to="POST /programs/{programId}/milestones"
      path={{ programId }}
      body={(values) => ({ ...values, requirement: { kind: 'manual' } })}
      done={t.milestoneCreated}
    />
  );
}
