import { useList, useRead } from '../../api/reads.js';
import { viewerZone } from '../../dates.js';
import { number, strings } from '../../strings.js';
import { LinkButton, PageLink } from '../../ui/link.js';
import { List } from '../../ui/list.js';
import { PendingScreen, Screen } from '../../ui/screen.js';
import { Instant, Status } from '../../ui/value.js';
import { Measure } from '../person/measure.js';

const t = strings.cohortProgress;

/** How far the people of a cohort have come in what is to be learned. */
export default function CohortProgress({ cohortId }: { cohortId: string }) {
  const path = { cohortId };
  const query = useRead('/cohorts/{cohortId}', { path });
  const list = useList('/cohorts/{cohortId}/progress', { path, query: { limit: 50 } });
  const cohort = query.data;
  if (!cohort) return <PendingScreen title={t.title} query={query} />;
  const zone = cohort.timezone ?? viewerZone;
  return (
    <Screen
      title={t.of(cohort.name)}
      about={t.hint}
      actions={<LinkButton to={`/cohorts/${cohortId}`}>{strings.cockpit.title}</LinkButton>}
    >
      <List
        label={t.title}
        list={list}
        idOf={({ enrollmentId }) => enrollmentId}
        empty={t.empty}
        columns={[
          {
            header: strings.cockpit.columns.person,
            cell: ({ enrollmentId, memberName }) => (
              <PageLink to={`/enrollments/${enrollmentId}?part=progress`}>{memberName}</PageLink>
            ),
          },
          { header: strings.cockpit.columns.status, cell: ({ status }) => <Status value={status} /> },
          { header: strings.person.progress.overall, cell: ({ overall }) => <Measure progress={overall} /> },
          { header: t.courses, isNumber: true, cell: ({ coursesCompleted }) => number(coursesCompleted) },
          { header: t.milestones, isNumber: true, cell: ({ milestonesReached }) => number(milestonesReached) },
          {
            header: strings.person.progress.lastActivity,
            cell: ({ lastActivityAt }) =>
              lastActivityAt === null ? strings.cockpit.never : <Instant iso={lastActivityAt} zone={zone} />,
          },
        ]}
      />
    </Screen>
  );
}
