import { plural, word } from './words.js';

/** The people of a cohort by their tasks. */
export const gradebook = {
  title: 'Gradebook',
  of: (cohort: string) => `Gradebook: ${cohort}`,
  hint: 'People and tasks, the newest first. Move with the arrow keys, open a cell with Enter.',
  grid: 'People and tasks',
  person: 'Person',
  noTasks: 'The cohort has no published task.',
  noPeople: 'Nobody is enrolled.',
  showAll: (count: number) => `Show ${plural(count, 'more task', 'more tasks')}`,
  unassigned: 'not assigned',
  notRead: '…',
  state: (state: string) => word(state),
  cell: (person: string, task: string, state: string) => `${person}, ${task}: ${state}`,
  cellTitle: (person: string, task: string) => `${person}: ${task}`,
  chosen: 'Chosen cell',
  choose: 'Choose a cell to open, review or extend a task.',
  back: 'Back to the cell',
  openTasks: 'All tasks of this person',
  openTask: 'This task for everybody',
  state_: 'State',
  due: 'Due',
  extended: 'extended',
  last: 'Last handed in',
  assign: 'Assign this task',
  assigned: 'The task is assigned.',
};
