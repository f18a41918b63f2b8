import { useList, useRead } from '../../api/reads.js';
import { viewerZone } from '../../dates.js';
import { cockpit, cohortProgress as t } from '../../strings/cockpit.js';
import { strings } from '../../strings/common.js';
import { number, word } from '../../strings/words.js';
import { LinkButton, PageLink } from '../../ui/link.js';
import { List } from '../../ui/list.js';
import { PendingScreen, Screen } from '../../ui/screen.js';
import { Instant, Status } from '../../ui/value.js';
import { Measure } from '../person/measure.js';

/** How far the people of a cohort have come in what is to be learned. */
export default function CohortProgress({ cohortId }: { cohortId: string }) {
  const path = { cohortId };
  const query = useRead('/cohorts/{cohortId}', { path });
  const list = useList('/cohorts/{cohortId}/progress', { path, query: { limit: 100 } });
  const cohort = query.data;
  if (!cohort) return <PendingScreen title={t.title} query={query} />;
  const zone = cohort.timezone ?? viewerZone;
  return (
    <Screen
      title={t.of(cohort.name)}
      about={t.hint}
      trail={[
        <PageLink key="cohort" to={`/cohorts/${cohortId}`}>
          {cohort.name}
        </PageLink>,
      ]}
      actions={<LinkButton to={`/cohorts/${cohortId}`}>{cockpit.title}</LinkButton>}
    >
      <List
        label={t.title}
        list={list}
        idOf={({ enrollmentId }) => enrollmentId}
        empty={t.empty}
        columns={[
          {
            header: strings.common.person,
            value: ({ memberName }) => memberName,
            cell: ({ enrollmentId, memberName }) => (
              <PageLink to={`/enrollments/${enrollmentId}?part=progress`}>{memberName}</PageLink>
            ),
          },
          {
            header: strings.common.status,
            value: ({ status }) => word(status),
            cell: ({ status }) => <Status value={status} />,
          },
          { header: strings.progress.overall, cell: ({ overall }) => <Measure progress={overall} /> },
          {
            header: t.courses,
            isNumber: true,
            value: ({ coursesCompleted }) => coursesCompleted,
            cell: ({ coursesCompleted }) => number(coursesCompleted),
          },
          {
            header: t.milestones,
            isNumber: true,
            value: ({ milestonesReached }) => milestonesReached,
            cell: ({ milestonesReached }) => number(milestonesReached),
          },
          {
            header: strings.progress.lastActivity,
            value: ({ lastActivityAt }) => lastActivityAt,
            cell: ({ lastActivityAt }) =>
              lastActivityAt === null ? strings.common.never : <Instant iso={lastActivityAt} zone={zone} />,
          },
        ]}
      />
    </Screen>
  );
}
