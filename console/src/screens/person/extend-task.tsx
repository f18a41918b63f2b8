import { strings } from '../../strings/common.js';
import { person } from '../../strings/person.js';
import { WriteAction } from '../../ui/write-action.js';

const t = person.task;

interface ExtendTaskProps {
  enrollmentId: string;
  task: { id: string; title: string };
}

/** Gives one person more time for one task. */
export function ExtendTask({ enrollmentId, task }: ExtendTaskProps) {
  return (
    <WriteAction
      label={t.extend}
      which={task.id}
      about={task.title}
      fields={{
        days: { kind: 'number', label: strings.extension.days, hint: t.extendHint, initial: 7 },
        reason: { kind: 'longText', label: strings.extension.why },
      }}
      to="POST /enrollments/{enrollmentId}/deadline-extensions"
      path={{ enrollmentId }}
      body={(values) => ({ ...values, scope: 'tasks', memberTaskIds: [task.id] })}
      done={t.extended}
    />
  );
}
