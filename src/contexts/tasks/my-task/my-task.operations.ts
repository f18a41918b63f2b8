import { everyMember } from '#kernel/access';
import { declareList } from '#kernel/operations';
import { MyTask, MyTasksQuery } from './my-task.dto.js';

export const listMyTasks = declareList({
  name: 'list_my_tasks',
  path: '/me/tasks',
  tag: 'Me',
  summary: "List one's own tasks",
  description:
    'Published and completed tasks of all enrollments of the person who calls, the earliest deadline first, those ' +
    'without a deadline last.',
  access: everyMember,
  query: MyTasksQuery,
  item: MyTask,
  mayLag: true,
});
