import type { Schemas } from '@delivery-service/client';
import { memo, useRef, type KeyboardEvent } from 'react';
import { Link } from 'wouter';
import { gradebook as t } from '../../strings/gradebook.js';
import type { Column, Standing } from './columns.js';
import { moved } from './moves.js';

type Task = Schemas['CohortTask'];

export interface Person {
  id: string;
  name: string;
}

interface GridProps {
  people: readonly Person[];
  tasks: readonly Task[];
  columns: ReadonlyMap<string, Column>;
  onOpen: (person: Person, task: Task) => void;
  /** Somebody has got to the column of a task. */
  onReach: (taskId: string) => void;
}

/** What is read where a person and a task meet; a state and its words. */
export function stateOf(standing: Standing | undefined, isWhole: boolean): string {
  if (!standing) return isWhole ? 'unassigned' : 'unread';
  return standing.status === 'completed' || standing.status === 'archived' ? standing.status : standing.standing;
}

export function wordsOf(state: string): string {
  if (state === 'unassigned') return t.unassigned;
  return state === 'unread' ? t.notRead : t.state(state);
}

/** A grid as the ARIA Authoring Practices have it: one stop for Tab, and the arrow keys move within. */
export function Grid({ people, tasks, columns, onOpen, onReach }: GridProps) {
  const table = useRef<HTMLTableElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const { row, column } = (event.target as HTMLElement).dataset;
    if (row === undefined || column === undefined) return;
    const next = moved(event, Number(row), Number(column), { lastRow: people.length, lastColumn: tasks.length });
    if (!next) return;
    event.preventDefault();
    goTo(table.current, event.target as HTMLElement, next);
  };
  return (
    <table
      ref={table}
      role="grid"
      aria-label={t.grid}
      aria-colcount={tasks.length + 1}
      className="gradebook-table"
      onKeyDown={onKeyDown}
      onFocus={({ target }) => {
        makeStop(table.current, target);
        const task = tasks[Number(target.dataset['column']) - 1];
        if (task) onReach(task.id);
      }}
    >
      <thead>
        <tr role="row">
          <th role="columnheader" scope="col">
            <span data-row={0} data-column={0} tabIndex={-1}>
              {t.person}
            </span>
          </th>
          {tasks.map(({ id, title }, at) => (
            <th key={id} role="columnheader" scope="col" data-task={id}>
              <Link
                className="gradebook-link"
                href={`/programs/cohort-tasks/${id}`}
                data-row={0}
                data-column={at + 1}
                tabIndex={-1}
              >
                {title}
              </Link>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {people.map((person, at) => (
          <Row key={person.id} row={at + 1} person={person} tasks={tasks} columns={columns} onOpen={onOpen} />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps extends Omit<GridProps, 'people' | 'onReach'> {
  row: number;
  person: Person;
}

const Row = memo(function Row({ row, person, tasks, columns, onOpen }: RowProps) {
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        <Link
          className="gradebook-link"
          href={`/enrollments/${person.id}?part=tasks`}
          data-row={row}
          data-column={0}
          tabIndex={row === 1 ? 0 : -1}
        >
          {person.name}
        </Link>
      </th>
      {tasks.map((task, at) => {
        const column = columns.get(task.id);
        const standing = column?.byPerson.get(person.id);
        const state = stateOf(standing, column?.isWhole ?? false);
        return (
          <td key={task.id} role="gridcell">
            <button
              type="button"
              className="gradebook-cell"
              data-state={state}
              data-row={row}
              data-column={at + 1}
              tabIndex={-1}
              aria-label={t.cell(person.name, task.title, wordsOf(state))}
              onClick={() => onOpen(person, task)}
            >
              {wordsOf(state)}
              {standing?.extended === true && <small>{t.extended}</small>}
            </button>
          </td>
        );
      })}
    </tr>
  );
});

function goTo(table: HTMLElement | null, from: HTMLElement, [row, column]: [number, number]): void {
  const target = table?.querySelector<HTMLElement>(`[data-row="${row}"][data-column="${column}"]`);
  if (target && target !== from) target.focus();
}

/** What has the focus is where Tab leads back to. Not by a rendering: there are thousands of cells. */
function makeStop(table: HTMLElement | null, target: HTMLElement): void {
  if (target.dataset['row'] === undefined) return;
  for (const stop of table?.querySelectorAll<HTMLElement>('[tabindex="0"]') ?? []) stop.tabIndex = -1;
  target.tabIndex = 0;
}
