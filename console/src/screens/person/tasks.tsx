import type { Schemas } from '@delivery-service/client';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useList } from '../../api/reads.js';
import { strings } from '../../strings/common.js';
import { person } from '../../strings/person.js';
import { List } from '../../ui/list.js';
import { Section } from '../../ui/screen.js';
import { Instant, Status } from '../../ui/value.js';
import { EditAction, WriteAction } from '../../ui/write-action.js';
import { Deliverables } from './deliverables.js';
import { ExtendTask } from './extend-task.js';
import type { PartProps } from './part.js';

type Task = Schemas['MemberTask'];

const t = person.task;

/** The tasks of an enrollment, with what was handed in. */
export function Tasks({ enrollmentId, zone }: PartProps) {
  const list = useList('/enrollments/{enrollmentId}/tasks', { path: { enrollmentId }, query: { limit: 50 } });
  const create = (
    <WriteAction
      label={t.create}
      fields={{
        title: { kind: 'text', label: t.title },
        description: { kind: 'longText', label: t.description, isOptional: true },
        dueAt: { kind: 'instant', label: t.dueAt, zone, isOptional: true },
      }}
      to="POST /enrollments/{enrollmentId}/tasks"
      path={{ enrollmentId }}
      done={t.created}
    />
  );
  return (
    <Section title={person.partNames.tasks} actions={create}>
      <List
        label={person.partNames.tasks}
        list={list}
        idOf={({ id }) => id}
        empty={t.empty}
        columns={[
          { header: t.title, cell: (task) => <TaskCell task={task} zone={zone} /> },
          { header: strings.common.status, cell: ({ status }) => <Status value={status} /> },
          { header: t.dueAt, cell: ({ dueAt }) => (dueAt ? <Instant iso={dueAt} zone={zone} /> : t.noDueDate) },
        ]}
      />
    </Section>
  );
}

function TaskCell({ task, zone }: { task: Task; zone: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <strong>{task.title}</strong>
      {task.cohortTaskId !== null && <span className="dimmed"> {t.forCohort}</span>}
      {task.description !== null && <div className="text">{task.description}</div>}
      <Group gap="xs" mt={4}>
        <Button size="xs" variant="default" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {t.showWork}
        </Button>
        <TaskActions task={task} zone={zone} />
        {task.dueAt !== null && (task.status === 'draft' || task.status === 'published') && (
          <ExtendTask enrollmentId={task.enrollmentId} task={task} />
        )}
      </Group>
      {isOpen && <Deliverables memberTaskId={task.id} zone={zone} mayCreate={task.status !== 'archived'} />}
    </>
  );
}

const MOVES = {
  draft: ['publish', 'edit', 'archive'],
  published: ['complete', 'edit', 'archive'],
  completed: ['reopen'],
  archived: [],
} as const;

function TaskActions({ task, zone }: { task: Task; zone: string }) {
  const path = { memberTaskId: task.id };
  const actions = {
    publish: (
      <WriteAction
        key="publish"
        label={t.publish}
        about={task.title}
        to="POST /member-tasks/{memberTaskId}/publish"
        path={path}
        done={t.published}
      />
    ),
    edit: <EditTask key="edit" task={task} zone={zone} />,
    complete: (
      <WriteAction
        key="complete"
        label={t.complete}
        about={task.title}
        to="POST /member-tasks/{memberTaskId}/complete"
        path={path}
        done={t.completed}
      />
    ),
    reopen: (
      <WriteAction
        key="reopen"
        label={t.reopen}
        about={task.title}
        to="POST /member-tasks/{memberTaskId}/reopen"
        path={path}
        done={t.reopened}
      />
    ),
    archive: (
      <WriteAction
        key="archive"
        label={t.archive}
        about={t.archiveAbout(task.title)}
        to="POST /member-tasks/{memberTaskId}/archive"
        path={path}
        done={t.archived}
        isDanger
      />
    ),
  };
  return MOVES[task.status].map((move) => actions[move]);
}

function EditTask({ task, zone }: { task: Task; zone: string }) {
  return (
    <EditAction
      label={t.edit}
      fields={({ title, description, dueAt }) => ({
        title: { kind: 'text', label: t.title, initial: title },
        description: { kind: 'longText', label: t.description, initial: description, isNullable: true },
        dueAt: { kind: 'instant', label: t.dueAt, zone, isAhead: true, initial: dueAt, isNullable: true },
      })}
      to="PATCH /member-tasks/{memberTaskId}"
      path={{ memberTaskId: task.id }}
      done={t.edited}
    />
  );
}
