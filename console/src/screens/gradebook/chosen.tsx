import type { Schemas } from '@delivery-service/client';
import { Button, Group, Text, Title } from '@mantine/core';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { accessOf } from '../../api/access.js';
import { useSession } from '../../api/session.js';
import { gradebook as t } from '../../strings/gradebook.js';
import { LinkButton } from '../../ui/link.js';
import { Facts } from '../../ui/screen.js';
import { Instant, Status } from '../../ui/value.js';
import { WriteAction } from '../../ui/write-action.js';
import { Deliverables } from '../person/deliverables.js';
import { ExtendTask } from '../person/extend-task.js';
import type { Standing } from './columns.js';
import { stateOf, wordsOf, type Person } from './grid.js';

interface ChosenProps {
  person: Person;
  task: Schemas['CohortTask'];
  standing: Standing | undefined;
  isWhole: boolean;
  zone: string;
  onBack: () => void;
}

/** What one person has of one task, and what can be done about it. */
export function Chosen({ person, task, standing, isWhole, zone, onBack }: ChosenProps) {
  const { isDirector } = accessOf(useSession().me);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), [person.id, task.id]);
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') onBack();
  };
  const state = stateOf(standing, isWhole);
  return (
    <section className="card gradebook-chosen" aria-label={t.chosen} onKeyDown={onKeyDown}>
      <Title order={2} size="h4" ref={heading} tabIndex={-1}>
        {t.cellTitle(person.name, task.title)}
      </Title>
      <Facts
        facts={{
          [t.state_]: <Status value={wordsOf(state)} />,
          [t.due]: standing && <Instant iso={standing.dueAt} zone={zone} />,
          [t.last]: standing && <Instant iso={standing.lastSubmissionAt} zone={zone} />,
        }}
      />
      <Group gap="xs">
        {state === 'unassigned' && isDirector && (
          <WriteAction
            label={t.assign}
            which={person.id}
            about={t.cellTitle(person.name, task.title)}
            to="POST /cohort-tasks/{cohortTaskId}/bulk-assignments"
            path={{ cohortTaskId: task.id }}
            body={() => ({ items: [{ enrollmentId: person.id }], onRefusal: 'stop' })}
            done={t.assigned}
          />
        )}
        {standing?.status === 'published' && standing.dueAt !== null && (
          <ExtendTask enrollmentId={person.id} task={{ id: standing.memberTaskId, title: task.title }} />
        )}
        <LinkButton to={`/enrollments/${person.id}?part=tasks`}>{t.openTasks}</LinkButton>
        <LinkButton to={`/programs/cohort-tasks/${task.id}`}>{t.openTask}</LinkButton>
        <Button size="xs" variant="subtle" onClick={onBack}>
          {t.back}
        </Button>
      </Group>
      {standing ? (
        <Deliverables key={standing.memberTaskId} memberTaskId={standing.memberTaskId} zone={zone} mayCreate={false} />
      ) : (
        <Text size="sm">{wordsOf(state)}</Text>
      )}
    </section>
  );
}
