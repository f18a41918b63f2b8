import type { Schemas } from '@delivery-service/client';
import { Group } from '@mantine/core';
import { useList } from '../../api/reads.js';
import { strings } from '../../strings/common.js';
import { courses as t } from '../../strings/courses.js';
import { programs } from '../../strings/programs.js';
import { List } from '../../ui/list.js';
import { Section } from '../../ui/screen.js';
import { Status } from '../../ui/value.js';
import { EditAction, WriteAction } from '../../ui/write-action.js';
import { MILESTONE_PARTS, milestoneBody, milestoneFields, type Taught } from './milestone-fields.js';

type Milestone = Schemas['Milestone'];

/** The milestones of a program: when each is reached, and when it is due. */
export function Milestones({ isAuthor, ...taught }: Taught & { isAuthor: boolean }) {
  const { programId, courses } = taught;
  const list = useList('/milestones', { query: { programId, limit: 50 } });
  return (
    <Section title={programs.milestones} actions={isAuthor && <CreateMilestone {...taught} />}>
      <List
        label={programs.milestones}
        list={list}
        idOf={({ id }) => id}
        empty={programs.noMilestones}
        columns={[
          { header: programs.name, cell: ({ title }) => title },
          { header: t.requirement, cell: ({ requirement }) => requirementText(requirement, courses) },
          { header: t.due, cell: ({ due }) => dueText(due) },
          { header: programs.status, cell: ({ status }) => <Status value={status} /> },
          ...(isAuthor
            ? [
                {
                  header: strings.common.actions,
                  cell: (milestone: Milestone) => <MilestoneActions taught={taught} milestone={milestone} />,
                },
              ]
            : []),
        ]}
      />
    </Section>
  );
}

function requirementText(requirement: Milestone['requirement'], courses: Taught['courses']): string {
  if (requirement.kind === 'lessons') return t.lessonsCompleted(requirement.lessonIds.length);
  if (requirement.kind === 'manual') return t.requirements.manual;
  const course = courses.find(({ id }) => id === requirement.courseId);
  return course ? t.courseCompleted(course.title) : t.requirements.course;
}

function dueText(due: Milestone['due']): string {
  return due.kind === 'none' ? strings.common.none : t.dueAfter(due.days, t.dueKinds[due.kind]);
}

function CreateMilestone(taught: Taught) {
  return (
    <WriteAction
      label={t.createMilestone}
      fields={milestoneFields(taught)}
      to="POST /programs/{programId}/milestones"
      path={{ programId: taught.programId }}
      body={(values) => milestoneBody(values)}
      done={t.milestoneCreated}
    />
  );
}

function MilestoneActions({ taught, milestone }: { taught: Taught; milestone: Milestone }) {
  const { id: milestoneId, title: name, status } = milestone;
  if (status === 'archived') return null;
  const path = { milestoneId };
  return (
    <Group gap="xs">
      <EditAction
        label={t.editMilestone}
        short={t.change}
        name={t.changeOf(name)}
        fields={(current) => milestoneFields(taught, current)}
        together={MILESTONE_PARTS}
        to="PATCH /milestones/{milestoneId}"
        path={path}
        body={(values) => milestoneBody(values)}
        done={t.milestoneEdited}
      />
      <WriteAction
        label={t.archiveMilestone}
        short={t.archiveShort}
        name={t.archiveOf(name)}
        about={name}
        to="POST /milestones/{milestoneId}/archive"
        path={path}
        done={t.milestoneArchived}
        isDanger
      />
    </Group>
  );
}
