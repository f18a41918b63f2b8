import type { DeliveryClient, Schemas } from '@delivery-service/client';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { outcomesOf } from '../../api/each.js';
import { mostOf } from '../../api/limits.js';
import { useSession } from '../../api/session.js';
import { strings } from '../../strings/common.js';
import { programs } from '../../strings/programs.js';
import { OutcomeList } from '../../ui/outcome-list.js';
import { Loaded } from '../../ui/states.js';
import { WriteAction } from '../../ui/write-action.js';

const t = programs.task;

const ASSIGN = 'POST /cohort-tasks/{cohortTaskId}/bulk-assignments';
const MOST = mostOf(ASSIGN, 'items');

/** Gives a published task to some people of its cohort, who are read when it is wanted: those who do not have it yet. */
export function AssignAction({ task }: { task: Schemas['CohortTask'] }) {
  const [isWanted, setIsWanted] = useState(false);
  if (isWanted) return <Assign task={task} />;
  return (
    <Button size="xs" variant="default" onClick={() => setIsWanted(true)}>
      {t.assign}
    </Button>
  );
}

function Assign({ task }: { task: Schemas['CohortTask'] }) {
  const { client } = useSession();
  const sent = useRef<readonly { id: string; name: string }[]>([]);
  const query = useQuery({
    queryKey: ['/cohort-tasks/{cohortTaskId}/without', task.id],
    queryFn: ({ signal }) => peopleWithout(client, task, signal),
  });
  return (
    <Loaded query={query}>
      {(people) =>
        people.length === 0 ? (
          <Text size="sm">{t.everybodyHasIt}</Text>
        ) : (
          <WriteAction
            startsOpen
            label={t.assign}
            about={t.assignAbout(task.title)}
            fields={{
              enrollmentIds: {
                kind: 'choices',
                label: t.assignTo,
                options: people.map(({ id, name }) => ({ value: id, label: name })),
              },
            }}
            to={ASSIGN}
            path={{ cohortTaskId: task.id }}
            body={({ enrollmentIds }) => {
              sent.current = people.filter(({ id }) => enrollmentIds.includes(id));
              return { items: sent.current.map(({ id }) => ({ enrollmentId: id })), onRefusal: 'skip' };
            }}
            done={({ done }) => strings.write.outcomes(done, 0)}
            outcome={(data) => (data.skipped === 0 ? null : <OutcomeList outcomes={outcomesOf(data, sent.current)} />)}
          />
        )
      }
    </Loaded>
  );
}

async function peopleWithout(client: DeliveryClient, task: Schemas['CohortTask'], signal: AbortSignal) {
  const having = new Set<string>();
  const path = { cohortTaskId: task.id };
  for await (const { enrollmentId } of client.pages('/cohort-tasks/{cohortTaskId}/member-tasks', {
    path,
    query: { limit: 100 },
    signal,
  })) {
    having.add(enrollmentId);
  }
  const people: { id: string; name: string }[] = [];
  const query = { cohortId: task.cohortId, limit: 100 };
  for await (const { id, memberName, status } of client.pages('/enrollments', { query, signal })) {
    const isOpen = status === 'pending' || status === 'active' || status === 'paused';
    if (isOpen && !having.has(id) && people.length < MOST) people.push({ id, name: memberName ?? id });
  }
  return people;
}
