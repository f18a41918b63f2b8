import type { Schemas } from '@delivery-service/client';
import { Text } from '@mantine/core';
import { useRead } from '../../api/reads.js';
import { strings, word } from '../../strings.js';
import { Table } from '../../ui/list.js';
import { Facts, Section } from '../../ui/screen.js';
import { Loaded, NotMeasured } from '../../ui/states.js';
import { Instant, Status } from '../../ui/value.js';
import type { PartProps } from './person.js';

const t = strings.person.progress;

type Measure = Schemas['EnrollmentProgress']['overall'];

/** How far the person has come in what is to be learned. */
export function Progress({ enrollmentId, zone }: PartProps) {
  const query = useRead('/enrollments/{enrollmentId}/progress', { path: { enrollmentId } });
  return (
    <Section title={strings.person.partNames.progress}>
      <Loaded query={query}>
        {({ overall, path, lastActivity, courses, milestones }) => (
          <>
            <Facts
              facts={{
                [t.overall]: <Part progress={overall} />,
                [t.path]: path?.name ?? t.noPath,
                [t.lastActivity]: lastActivity.measured ? (
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
                  { header: t.course, cell: ({ title }) => title },
                  { header: strings.person.partNames.progress, cell: ({ progress }) => <Part progress={progress} /> },
                  { header: t.completed, cell: ({ completedAt }) => <Instant iso={completedAt} zone={zone} /> },
                  { header: t.locked, cell: ({ locked }) => (locked ? word(locked.reason) : strings.common.none) },
                ]}
              />
            )}
            {milestones.length === 0 ? (
              <Text c="dimmed" mt="md">
                {t.noMilestones}
              </Text>
            ) : (
              <Table
                label={t.milestones}
                items={milestones}
                idOf={({ milestoneId }) => milestoneId}
                columns={[
                  { header: t.milestone, cell: ({ title }) => title },
                  { header: strings.cockpit.columns.status, cell: ({ status }) => <Status value={status} /> },
                  { header: t.due, cell: ({ dueAt }) => <Instant iso={dueAt} zone={zone} /> },
                  { header: t.reached, cell: ({ reachedAt }) => <Instant iso={reachedAt} zone={zone} /> },
                ]}
              />
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}

function Part({ progress }: { progress: Measure }) {
  if (!progress.measured) return <NotMeasured reason={progress.reason} />;
  return t.done(progress.completed, progress.total, progress.percent);
}
