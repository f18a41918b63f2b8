import type { Schemas } from '@delivery-service/client';
import { Text } from '@mantine/core';
import { accessOf } from '../../api/access.js';
import { useRead } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { strings } from '../../strings/common.js';
import { gradebook } from '../../strings/gradebook.js';
import { programs as t } from '../../strings/programs.js';
import { LinkButton } from '../../ui/link.js';
import { ProgramLink } from '../../ui/resource-link.js';
import { Facts, PendingScreen, Screen } from '../../ui/screen.js';
import { Day, Status } from '../../ui/value.js';
import { EditAction, WriteAction } from '../../ui/write-action.js';
import { CreateCohortSpace } from '../community/create-space.js';
import { CohortCoaches } from './cohort-coaches.js';
import { CohortMembers } from './cohort-members.js';
import { CohortTasks } from './cohort-tasks.js';
import { cohortFields } from './create-cohort.js';
import { LiveSessions } from './live-sessions.js';
import { CohortSales } from './sales-availability.js';
import { PhasesAction } from './phases-action.js';

type Cohort = Schemas['Cohort'];

/** A cohort as it is set up: its life cycle, phases, members, tasks for all and live sessions. */
export default function CohortScreen({ cohortId }: { cohortId: string }) {
  const query = useRead('/cohorts/{cohortId}', { path: { cohortId } });
  const { isAdministrator, isDirector, isStaff } = accessOf(useSession().me);
  const cohort = query.data;
  if (!cohort) return <PendingScreen title={t.cohort.title} query={query} />;
  return (
    <Screen
      title={cohort.name}
      about={
        <>
          <Status value={cohort.status} />
        </>
      }
      trail={[<ProgramLink key="program" programId={cohort.programId} />]}
      actions={
        <>
          <Actions cohort={cohort} />
          <CreateCohortSpace cohort={cohort} />
        </>
      }
    >
      <Facts
        facts={{
          [t.startDate]: <Day iso={cohort.startDate} />,
          [t.endDate]: <Day iso={cohort.endDate} />,
          [t.timezone]: cohort.timezone,
          [t.cohort.seats]:
            cohort.capacity === null ? t.seats(cohort.occupancy) : t.seatsOf(cohort.occupancy, cohort.capacity),
          [t.phases]:
            cohort.phases.length === 0 ? undefined : (
              <ol className="phases">
                {cohort.phases.map(({ id, name, isCurrent }) => (
                  <li key={id}>
                    {name} {isCurrent && <Status value={t.cohort.current} />}
                  </li>
                ))}
              </ol>
            ),
        }}
      />
      {isDirector && <CohortCoaches cohort={cohort} />}
      {isAdministrator && <CohortSales cohort={cohort} />}
      <LiveSessions cohort={cohort} isDirector={isDirector} isStaff={isStaff} />
      {isStaff ? (
        <>
          <CohortTasks cohort={cohort} />
          <CohortMembers cohort={cohort} isDirector={isDirector} />
        </>
      ) : (
        <Text c="dimmed">{t.cohort.membersHidden}</Text>
      )}
    </Screen>
  );
}

/** The next statuses of a cohort, by the present one. */
const NEXT: Record<Cohort['status'], readonly Cohort['status'][]> = {
  draft: ['open', 'archived'],
  open: ['active', 'archived'],
  active: ['completed'],
  completed: ['archived'],
  archived: [],
};

function Actions({ cohort }: { cohort: Cohort }) {
  const { isAdministrator, isDirector, isStaff } = accessOf(useSession().me);
  const path = { cohortId: cohort.id };
  const none = { value: '', label: t.cohort.noPhase };
  return (
    <>
      {isAdministrator &&
        NEXT[cohort.status].map((status) => (
          <WriteAction
            key={status}
            label={t.cohort.move(status)}
            about={t.cohort.moveAbout}
            to="POST /cohorts/{cohortId}/status"
            path={path}
            body={() => ({ status })}
            done={t.cohort.moved}
            isDanger={status === 'archived'}
          />
        ))}
      {isDirector && cohort.phases.length > 0 && (
        <WriteAction
          label={t.cohort.movePhase}
          fields={{
            phaseId: {
              kind: 'choice',
              label: t.cohort.phase,
              options: cohort.phases.map(({ id, name }) => ({ value: id, label: name })),
              initial: cohort.phases.find(({ isCurrent }) => isCurrent)?.id ?? none.value,
              isNullable: true,
            },
          }}
          to="POST /cohorts/{cohortId}/phase"
          path={path}
          done={t.cohort.phaseMoved}
        />
      )}
      {isAdministrator && (
        <EditAction label={t.edit} fields={cohortFields} to="PATCH /cohorts/{cohortId}" path={path} done={t.edited} />
      )}
      {isAdministrator && <PhasesAction cohort={cohort} />}
      {isStaff && <LinkButton to={`/cohorts/${cohort.id}`}>{t.cohort.cockpit}</LinkButton>}
      {isStaff && <LinkButton to={`/cohorts/${cohort.id}/gradebook`}>{gradebook.title}</LinkButton>}
      {isAdministrator && (
        <LinkButton to={`/audit?targetType=cohort&targetId=${cohort.id}`}>{strings.common.history}</LinkButton>
      )}
    </>
  );
}
