import type { Schemas } from '@delivery-service/client';
import { useOwnEnrollments } from '../../api/own-enrollments.js';
import { useRead } from '../../api/reads.js';
import { strings } from '../../strings/common.js';
import { my as t } from '../../strings/my.js';
import { number } from '../../strings/words.js';
import { Facts, Screen, Section } from '../../ui/screen.js';
import { Empty, Loaded, NotMeasured } from '../../ui/states.js';
import { Instant, Status } from '../../ui/value.js';
import { Measure } from '../person/measure.js';
import { MyBlockers } from './blockers.js';
import './my.css';

/** How far somebody has come, by enrollment, and what keeps them from going on. */
export default function MyProgress() {
  const enrollments = useOwnEnrollments();
  return (
    <Screen title={t.progress}>
      <Loaded query={enrollments}>
        {({ items }) => (
          <>
            {items.length === 0 && <Empty>{t.noEnrollments}</Empty>}
            {items.map((enrollment) => (
              <Enrollment key={enrollment.id} enrollment={enrollment} />
            ))}
            <MyBlockers enrollments={items} />
          </>
        )}
      </Loaded>
    </Screen>
  );
}

function Enrollment({ enrollment }: { enrollment: Schemas['MyEnrollment'] }) {
  const { id, program, cohort, status, week, phase, path, groups, progress } = enrollment;
  return (
    <Section title={program.name} hint={cohort.name}>
      <Facts
        facts={{
          [strings.common.status]: <Status value={status} />,
          [t.week]: week.measured ? number(week.week) : <NotMeasured reason={week.reason} />,
          [t.phase]: phase.measured ? phase.name : <NotMeasured reason={phase.reason} />,
          [t.overall]: <Measure progress={progress} />,
          [t.path]: path?.name,
          [t.groups]: groups.length === 0 ? undefined : groups.map(({ name }) => name).join(', '),
        }}
      />
      <Milestones enrollmentId={id} />
    </Section>
  );
}

function Milestones({ enrollmentId }: { enrollmentId: string }) {
  const query = useRead('/enrollments/{enrollmentId}/progress', { path: { enrollmentId } });
  return (
    <Loaded query={query}>
      {({ milestones }) =>
        milestones.length === 0 ? (
          t.noMilestones
        ) : (
          <ul className="plain-list" aria-label={t.milestones}>
            {milestones.map(({ milestoneId, title, status, dueAt, reachedAt }) => (
              <li key={milestoneId}>
                <strong>{title}</strong> <Status value={status} />{' '}
                <span className="dimmed">
                  {reachedAt !== null ? (
                    <>
                      {t.reached} <Instant iso={reachedAt} />
                    </>
                  ) : (
                    dueAt !== null && (
                      <>
                        {t.due} <Instant iso={dueAt} />
                      </>
                    )
                  )}
                </span>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}
