import type { Schemas } from '@delivery-service/client';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { accessOf } from '../../api/access.js';
import { useList, useRead } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { strings } from '../../strings/common.js';
import { programs } from '../../strings/programs.js';
import { number, word } from '../../strings/words.js';
import { PageLink } from '../../ui/link.js';
import { Filter, List } from '../../ui/list.js';
import { ProgramLink } from '../../ui/resource-link.js';
import { Facts, PendingScreen, Screen, Section } from '../../ui/screen.js';
import { Instant, Status } from '../../ui/value.js';
import { EditAction, WriteAction } from '../../ui/write-action.js';
import { AssignAction } from './assign-action.js';
import { COHORT_TASK_PARTS, cohortTaskBody, cohortTaskFields } from './cohort-task-fields.js';
import { DeadlineText } from './cohort-tasks.js';

const t = programs.task;

const STANDINGS = ['all', 'not_handed_in', 'overdue', 'pending_review', 'changes_requested', 'accepted'] as const;

/** A task for all of a cohort, and where each member stands. */
export default function CohortTaskScreen({ taskId }: { taskId: string }) {
  const query = useRead('/cohort-tasks/{cohortTaskId}', { path: { cohortTaskId: taskId } });
  const task = query.data;
  const cohort = useRead(
    '/cohorts/{cohortId}',
    { path: { cohortId: task?.cohortId ?? '' } },
    { enabled: task !== undefined },
  );
  const { isDirector } = accessOf(useSession().me);
  if (!task) return <PendingScreen title={t.title} query={query} />;
  if (!cohort.data) return <PendingScreen title={t.title} query={cohort} />;
  const zone = cohort.data.timezone;
  const { counts } = task;
  return (
    <Screen
      title={task.title}
      about={<Status value={task.status} />}
      trail={[
        <ProgramLink key="program" programId={cohort.data.programId} />,
        <PageLink key="cohort" to={`/programs/cohorts/${task.cohortId}`}>
          {cohort.data.name}
        </PageLink>,
      ]}
      actions={isDirector && <Actions task={task} zone={zone} />}
    >
      {task.description !== null && <Text className="text">{task.description}</Text>}
      <Facts
        facts={{
          [t.deadline]: <DeadlineText deadline={task.deadline} zone={zone} />,
          [t.newEnrollments]: task.newEnrollments ? strings.common.yes : strings.common.no,
          [t.graceDays]: task.newEnrollments ? task.graceDays : undefined,
          [t.deliverable.handIn]: task.deliverable?.title ?? t.deliverable.nothing,
          [t.progress]: t.progressOf(counts.handedIn, counts.total),
          [t.accepted]: number(counts.accepted),
          [t.overdueNow]: number(counts.overdue),
        }}
      />
      <Standing taskId={taskId} zone={zone} />
    </Screen>
  );
}

function Standing({ taskId, zone }: { taskId: string; zone: string }) {
  const [standing, setStanding] = useState<(typeof STANDINGS)[number]>('all');
  const query = { limit: 100, ...(standing !== 'all' && { standing }) };
  const list = useList('/cohort-tasks/{cohortTaskId}/member-tasks', { path: { cohortTaskId: taskId }, query });
  return (
    <Section
      title={t.standing}
      actions={
        <Filter
          label={t.standing}
          values={STANDINGS}
          value={standing}
          nameOf={(value) => (value === 'all' ? t.all : word(value))}
          onChange={setStanding}
        />
      }
    >
      <List
        label={t.standing}
        list={list}
        idOf={({ memberTaskId }) => memberTaskId}
        empty={t.nobody}
        columns={[
          {
            header: t.person,
            value: ({ memberName }) => memberName,
            cell: ({ enrollmentId, memberName }) => (
              <PageLink to={`/enrollments/${enrollmentId}?part=tasks`}>{memberName}</PageLink>
            ),
          },
          {
            header: t.standing,
            value: ({ standing: where }) => word(where),
            cell: ({ standing: where }) => <Status value={where} />,
          },
          {
            header: t.due,
            value: ({ dueAt }) => dueAt,
            cell: ({ dueAt, extended, deviates }) => (
              <>
                <Instant iso={dueAt} zone={zone} /> {extended && <Status value={t.extended} />}
                {deviates && !extended && <Status value={t.deviates} />}
              </>
            ),
          },
          {
            header: t.last,
            value: ({ lastSubmissionAt }) => lastSubmissionAt,
            cell: ({ lastSubmissionAt }) => <Instant iso={lastSubmissionAt} zone={zone} />,
          },
        ]}
      />
    </Section>
  );
}

function Actions({ task, zone }: { task: Schemas['CohortTask']; zone: string }) {
  const { isAdministrator } = accessOf(useSession().me);
  const path = { cohortTaskId: task.id };
  return (
    <>
      {task.status === 'draft' && (
        <WriteAction
          label={t.publish}
          about={t.publishAbout}
          to="POST /cohort-tasks/{cohortTaskId}/publish"
          path={path}
          body={() => ({ assignTo: 'open' })}
          done={t.published}
        />
      )}
      {task.status === 'published' && <AssignAction task={task} />}
      {task.status !== 'archived' && (
        <>
          <EditAction
            label={programs.edit}
            about={t.editAbout}
            fields={(current) => cohortTaskFields(zone, isAdministrator, current)}
            together={COHORT_TASK_PARTS}
            to="PATCH /cohort-tasks/{cohortTaskId}"
            path={path}
            body={(values) => cohortTaskBody(values)}
            done={programs.edited}
          />
          <WriteAction
            label={t.archive}
            about={t.archiveAbout}
            to="POST /cohort-tasks/{cohortTaskId}/archive"
            path={path}
            body={() => ({ memberTasks: 'archive_untouched' })}
            done={t.archived}
            isDanger
          />
        </>
      )}
    </>
  );
}
