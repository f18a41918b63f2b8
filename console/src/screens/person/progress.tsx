import type { Schemas } from '@delivery-service/client';
import { Text } from '@mantine/core';
import { useList, useRead } from '../../api/reads.js';
import { strings } from '../../strings/common.js';
import { person } from '../../strings/person.js';
import { word } from '../../strings/words.js';
import { Table } from '../../ui/list.js';
import { Facts, Section } from '../../ui/screen.js';
import { Loaded, NotMeasured } from '../../ui/states.js';
import { Instant, Status } from '../../ui/value.js';
import { WriteAction } from '../../ui/write-action.js';
import { Lessons } from './lessons.js';
import { Measure } from './measure.js';
import { MilestoneAction } from './milestones.js';
import type { PartProps } from './part.js';

const t = person.progress;

/** How far the person has come in what is to be learned. */
export function Progress({ enrollmentId, zone, programId }: PartProps) {
  const query = useRead('/enrollments/{enrollmentId}/progress', { path: { enrollmentId } });
  return (
    <Section
      title={person.partNames.progress}
      actions={query.data && <AssignPath enrollmentId={enrollmentId} programId={programId} path={query.data.path} />}
    >
      <Loaded query={query}>
        {({ overall, path, lastActivity, courses, milestones }) => (
          <>
            <Facts
              facts={{
                [strings.progress.overall]: <Measure progress={overall} />,
                [t.path]: path?.name ?? t.noPath,
                [strings.progress.lastActivity]: lastActivity.measured ? (
                  <Instant iso={lastActivity.at} zone={zone} />
                ) : (
                  <NotMeasured reason={lastActivity.reason} />
                ),
              }}
            />
            {courses.length === 0 ? (
              <Text c="dimmed">{t.noCourses}</Text>
            ) : (
              <Table
                label={t.courses}
                items={courses}
                idOf={({ courseId }) => courseId}
                columns={[
                  {
                    header: t.course,
                    cell: ({ courseId, title }) => (
                      <Lessons enrollmentId={enrollmentId} zone={zone} courseId={courseId} title={title} />
                    ),
                  },
                  {
                    header: person.partNames.progress,
                    cell: ({ progress }) => <Measure progress={progress} />,
                  },
                  { header: t.completed, cell: ({ completedAt }) => <Instant iso={completedAt} zone={zone} /> },
                  { header: t.locked, cell: ({ locked }) => (locked ? word(locked.reason) : strings.common.none) },
                ]}
              />
            )}
            <div className="milestones">
              {milestones.length === 0 ? (
                <Text c="dimmed">{t.noMilestones}</Text>
              ) : (
                <Table
                  label={t.milestones}
                  items={milestones}
                  idOf={({ milestoneId }) => milestoneId}
                  columns={[
                    { header: t.milestone, cell: ({ title }) => title },
                    { header: strings.common.status, cell: ({ status }) => <Status value={status} /> },
                    { header: t.due, cell: ({ dueAt }) => <Instant iso={dueAt} zone={zone} /> },
                    { header: t.reached, cell: ({ reachedAt }) => <Instant iso={reachedAt} zone={zone} /> },
                    {
                      header: strings.common.actions,
                      cell: (milestone) => (
                        <MilestoneAction enrollmentId={enrollmentId} zone={zone} milestone={milestone} />
                      ),
                    },
                  ]}
                />
              )}
            </div>
          </>
        )}
      </Loaded>
    </Section>
  );
}

type AssignPathProps = Pick<PartProps, 'enrollmentId' | 'programId'> & { path: Schemas['EnrollmentProgress']['path'] };

/** Gives the enrollment another path through the courses of its program, or none. */
function AssignPath({ enrollmentId, programId, path: current }: AssignPathProps) {
  const paths = useList('/paths', { query: { programId, status: 'active', limit: 100 } });
  const options = paths.items.map(({ id, name }) => ({ value: id, label: name }));
  // An archived path may go on being followed.
  if (current && !options.some(({ value }) => value === current.id)) {
    options.unshift({ value: current.id, label: current.name });
  }
  if (!paths.data) return null;
  return (
    <WriteAction
      label={t.assignPath}
      about={t.assignPathAbout}
      fields={{
        pathId: { kind: 'choice', label: t.path, options, initial: current?.id, isNullable: true },
        reason: { kind: 'longText', label: t.reason, isOptional: true },
      }}
      to="PUT /enrollments/{enrollmentId}/path"
      path={{ enrollmentId }}
      done={t.pathAssigned}
    />
  );
}
