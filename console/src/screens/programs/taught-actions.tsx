import type { Schemas } from '@delivery-service/client';
import { Group } from '@mantine/core';
import { useLocation } from 'wouter';
import { courses as t } from '../../strings/courses.js';
import { EditAction, WriteAction } from '../../ui/write-action.js';

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
  const options = optionsOf(courses);
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

function optionsOf(courses: readonly Schemas['Course'][]) {
  return courses.filter(({ status }) => status !== 'archived').map(({ id, title }) => ({ value: id, label: title }));
}

/** A path can be assigned once it is active. */
export function PathActions({ path, courses }: { path: Schemas['Path']; courses: readonly Schemas['Course'][] }) {
  const { id: pathId, name, status } = path;
  if (status === 'archived') return null;
  return (
    <Group gap="xs">
      {status === 'draft' && (
        <WriteAction
          label={t.activatePath}
          short={t.activate}
          name={t.activateOf(name)}
          about={name}
          to="POST /paths/{pathId}/activate"
          path={{ pathId }}
          done={t.pathActivated}
        />
      )}
      <EditAction
        label={t.editPath}
        short={t.change}
        name={t.changeOf(name)}
        fields={(current) => ({
          name: { kind: 'text', label: t.pathName, initial: current.name },
          courseIds: {
            kind: 'choices',
            label: t.pathCourses,
            options: optionsOf(courses),
            initial: current.courses.map(({ courseId }) => courseId),
          },
          sequential: { kind: 'check', label: t.sequential, initial: current.sequential },
          isDefault: { kind: 'check', label: t.isDefault, initial: current.isDefault },
        })}
        to="PATCH /paths/{pathId}"
        path={{ pathId }}
        done={t.pathEdited}
      />
      <WriteAction
        label={t.archivePath}
        short={t.archiveShort}
        name={t.archiveOf(name)}
        about={name}
        to="POST /paths/{pathId}/archive"
        path={{ pathId }}
        done={t.pathArchived}
        isDanger
      />
    </Group>
  );
}
