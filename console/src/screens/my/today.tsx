import type { Schemas } from '@delivery-service/client';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useOwnEnrollments } from '../../api/own-enrollments.js';
import { useList } from '../../api/reads.js';
import { timeIn, viewerZone, weekdayIn } from '../../dates.js';
import { my as t } from '../../strings/my.js';
import { LinkButton, PageLink } from '../../ui/link.js';
import { Paged } from '../../ui/list.js';
import { Screen, Section } from '../../ui/screen.js';
import { Empty, Failed, Loaded, Loading } from '../../ui/states.js';
import { Instant } from '../../ui/value.js';
import { Measure } from '../person/measure.js';
import { FormsToDo } from './form-card.js';
import { isLearning, lessonPath, lessonsOf, useCourses } from './learning.js';
import { Feedback, isToDo, TaskCard } from './task.js';
import './my.css';

const DAY_MS = 86_400_000;
const AHEAD_DAYS = 21;

/** What is on for somebody who learns: what to go on with, what is coming, what to hand in, what was said of it. */
export default function Today() {
  const enrollments = useOwnEnrollments();
  return (
    <Screen title={t.today} about={weekdayIn(viewerZone, new Date().toISOString())}>
      <Section title={t.continue}>
        <Loaded query={enrollments}>
          {({ items }) => {
            const learning = items.filter(isLearning);
            if (learning.length === 0) return <Empty>{t.noEnrollments}</Empty>;
            return learning.map((enrollment) => <Continue key={enrollment.id} enrollment={enrollment} />);
          }}
        </Loaded>
      </Section>
      <FormsToDo />
      <Upcoming />
      <Tasks />
    </Screen>
  );
}

function Continue({ enrollment: { id, program, cohort, progress } }: { enrollment: Schemas['MyEnrollment'] }) {
  const list = useCourses(id);
  const lessons = lessonsOf(list.items);
  const open = lessons.find(({ completedAt, locked }) => completedAt === null && locked === null);
  const opensAt = lessons.find(({ completedAt }) => completedAt === null)?.locked?.opensAt;
  return (
    <div className="card learning">
      <div>
        <strong>{program.name}</strong> <span className="dimmed">{cohort.name}</span>
        <div>
          <Measure progress={progress} />
        </div>
      </div>
      {list.isPending ? (
        <Loading />
      ) : open ? (
        <LinkButton to={lessonPath(id, open.id)} variant="filled" size="sm">
          {t.lessonNext(open.title)}
        </LinkButton>
      ) : opensAt ? (
        <Text size="sm">
          {t.opens} <Instant iso={opensAt} />
        </Text>
      ) : (
        <Text size="sm">
          {lessons.length === 0 ? (
            t.noLessons
          ) : list.hasNextPage ? (
            <PageLink to="/my-courses">{t.courses}</PageLink>
          ) : (
            t.allCompleted
          )}
        </Text>
      )}
    </div>
  );
}

function Upcoming() {
  const [from] = useState(() => new Date());
  const to = new Date(from.getTime() + AHEAD_DAYS * DAY_MS);
  const list = useList('/me/schedule', {
    query: { from: from.toISOString(), to: to.toISOString(), limit: 50 },
  });
  const items = list.items.filter(({ kind, status }) => kind !== 'task_deadline' && status !== 'cancelled');
  return (
    <Section title={t.upcoming} hint={t.upcomingHint}>
      <Paged list={{ ...list, items }} empty={t.noUpcoming}>
        {(shown) => (
          <ul className="plain-list agenda">
            {shown.map(({ id, kind, title, startsAt, joinUrl }) => (
              <li key={id}>
                <time dateTime={startsAt}>
                  {weekdayIn(viewerZone, startsAt)}, {timeIn(viewerZone, startsAt)}
                </time>
                <span>
                  <strong>{title ?? t.untitled}</strong> <span className="dimmed">{t.kinds[kind]}</span>
                </span>
                {joinUrl !== null && <Join url={joinUrl} title={title ?? t.untitled} />}
              </li>
            ))}
          </ul>
        )}
      </Paged>
    </Section>
  );
}

function Join({ url, title }: { url: string; title: string }) {
  return (
    <Button component="a" href={url} target="_blank" rel="noopener noreferrer" size="xs">
      {t.join(title)}
    </Button>
  );
}

const MOST = 100;

function Tasks() {
  const overdue = useList('/me/tasks', { query: { standing: 'overdue', limit: MOST } });
  const returned = useList('/me/tasks', { query: { standing: 'changes_requested', limit: MOST } });
  const open = useList('/me/tasks', { query: { standing: 'not_handed_in', limit: MOST } });
  const accepted = useList('/me/tasks', { query: { standing: 'accepted', limit: MOST } });
  const toDo = [...overdue.items, ...returned.items, ...open.items].filter(isToDo);
  const reviewed = [...returned.items, ...accepted.items]
    .sort((one, other) => reviewedAt(other).localeCompare(reviewedAt(one)))
    .slice(0, 3);
  const lists = [overdue, returned, open, accepted];
  const failed = lists.find(({ error }) => error !== null);
  return (
    <>
      <Section title={t.toDo} actions={<PageLink to="/my-tasks">{t.allTasks}</PageLink>}>
        {failed ? (
          <Failed error={failed.error} onRetry={() => lists.forEach(({ refetch }) => void refetch())} />
        ) : lists.some(({ isPending }) => isPending) ? (
          <Loading />
        ) : (
          toDo.length === 0 && <Empty>{t.nothingToDo}</Empty>
        )}
        {toDo.map((task) => (
          <TaskCard key={task.id} task={task} />
        ))}
      </Section>
      <Section title={t.feedback}>
        {!failed && reviewed.length === 0 && <Empty>{t.noFeedback}</Empty>}
        {reviewed.map((task) => (
          <div key={task.id} className="card">
            <PageLink to={`/my-tasks#${task.id}`}>{task.title}</PageLink>
            <Feedback task={task} />
          </div>
        ))}
      </Section>
    </>
  );
}

function reviewedAt({ lastSubmission }: Schemas['MyTask']): string {
  return lastSubmission?.review?.reviewedAt ?? '';
}
