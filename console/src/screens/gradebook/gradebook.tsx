import type { Schemas } from '@delivery-service/client';
import { Button, Text } from '@mantine/core';
import { useCallback, useMemo, useState, type UIEvent } from 'react';
import { useList, useRead } from '../../api/reads.js';
import { viewerZone } from '../../dates.js';
import { cockpit } from '../../strings/cockpit.js';
import { gradebook as t } from '../../strings/gradebook.js';
import { LinkButton, PageLink } from '../../ui/link.js';
import { Paged } from '../../ui/list.js';
import { PendingScreen, Screen } from '../../ui/screen.js';
import { Chosen } from './chosen.js';
import { useColumns } from './columns.js';
import { Grid, type Person } from './grid.js';

type Task = Schemas['CohortTask'];

/** How many tasks are read with the page; the others once one gets to them. */
const FIRST = 4;

/** The people of a cohort by its tasks. A cell leads to what can be done about it. */
export default function Gradebook({ cohortId }: { cohortId: string }) {
  const path = { cohortId };
  const cohort = useRead('/cohorts/{cohortId}', { path });
  const tasks = useList('/cohorts/{cohortId}/tasks', { path, query: { status: 'published', limit: 100 } });
  if (!cohort.data) return <PendingScreen title={t.title} query={cohort} />;
  const { name, timezone } = cohort.data;
  return (
    <Screen
      title={t.of(name)}
      about={t.hint}
      trail={[
        <PageLink key="cohort" to={`/cohorts/${cohortId}`}>
          {name}
        </PageLink>,
      ]}
      actions={<LinkButton to={`/cohorts/${cohortId}`}>{cockpit.title}</LinkButton>}
    >
      <Paged list={tasks} empty={t.noTasks}>
        {(items) => <Body cohortId={cohortId} tasks={items} zone={timezone ?? viewerZone} />}
      </Paged>
    </Screen>
  );
}

const HIDDEN = ['withdrawn', 'failed', 'transferred'];

function Body({ cohortId, tasks, zone }: { cohortId: string; tasks: Task[]; zone: string }) {
  const list = useList('/enrollments', { query: { cohortId, limit: 100 } });
  const people = useMemo(
    () =>
      (list.data?.pages ?? [])
        .flatMap(({ items }) => items)
        .filter(({ status }) => !HIDDEN.includes(status))
        .map(({ id, memberName, memberId }) => ({ id, name: memberName ?? memberId })),
    [list.data],
  );
  const [wanted, setWanted] = useState(() => new Set(tasks.slice(0, FIRST).map(({ id }) => id)));
  const want = (ids: string[]) => {
    if (ids.some((id) => !wanted.has(id))) setWanted(new Set([...wanted, ...ids]));
  };
  const columns = useColumns(
    tasks.flatMap(({ id }) => (wanted.has(id) ? [id] : [])),
    people,
  );
  const [chosen, setChosen] = useState<{ person: Person; task: Task } | null>(null);
  const onOpen = useCallback((person: Person, task: Task) => setChosen({ person, task }), []);
  const missing = tasks.filter(({ id }) => !wanted.has(id));
  const column = chosen ? columns.get(chosen.task.id) : undefined;
  const onBack = () => {
    const [row, at] = [
      people.findIndex(({ id }) => id === chosen?.person.id),
      tasks.findIndex(({ id }) => id === chosen?.task.id),
    ];
    document.querySelector<HTMLElement>(`[data-row="${row + 1}"][data-column="${at + 1}"]`)?.focus();
  };
  return (
    <>
      {missing.length > 0 && (
        <Button size="xs" variant="default" mb="xs" onClick={() => want(tasks.map(({ id }) => id))}>
          {t.showAll(missing.length)}
        </Button>
      )}
      <div className="gradebook" onScroll={(event) => want(tasksInView(event))}>
        <Paged list={list} empty={t.noPeople}>
          {() => <Grid people={people} tasks={tasks} columns={columns} onOpen={onOpen} onReach={(id) => want([id])} />}
        </Paged>
      </div>
      {chosen ? (
        <Chosen
          {...chosen}
          standing={column?.byPerson.get(chosen.person.id)}
          isWhole={column?.isWhole ?? false}
          zone={zone}
          onBack={onBack}
        />
      ) : (
        <Text size="sm" c="dimmed" mt="xs">
          {t.choose}
        </Text>
      )}
    </>
  );
}

/** The tasks whose columns one has scrolled to. */
function tasksInView({ currentTarget }: UIEvent<HTMLElement>): string[] {
  const frame = currentTarget.getBoundingClientRect();
  return [...currentTarget.querySelectorAll<HTMLElement>('[data-task]')].flatMap((header) => {
    const { left, right } = header.getBoundingClientRect();
    return right > frame.left && left < frame.right ? [header.dataset['task'] ?? ''] : [];
  });
}
