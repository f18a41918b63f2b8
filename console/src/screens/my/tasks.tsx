import { useEffect } from 'react';
import { useList } from '../../api/reads.js';
import { my as t } from '../../strings/my.js';
import { Paged } from '../../ui/list.js';
import { Screen } from '../../ui/screen.js';
import { TaskCard } from './task.js';
import './my.css';

/** All tasks of whoever learns. An address may name one of them. */
export default function MyTasks() {
  const list = useList('/me/tasks', { query: { limit: 50 } });
  const isRead = list.items.length > 0;
  useEffect(() => {
    if (isRead) document.getElementById(window.location.hash.slice(1))?.scrollIntoView();
  }, [isRead]);
  return (
    <Screen title={t.tasks} about={t.tasksHint}>
      <Paged list={list} empty={t.noTasks}>
        {(tasks) => tasks.map((task) => <TaskCard key={task.id} task={task} />)}
      </Paged>
    </Screen>
  );
}
