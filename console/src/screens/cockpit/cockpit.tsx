import { Text } from '@mantine/core';
import { useSearchParams } from 'wouter';
import { accessOf } from '../../api/access.js';
import { useList, useRead } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { analytics } from '../../strings/analytics.js';
import { cockpitHistory } from '../../strings/cockpit-history.js';
import { cockpit as t, cohortProgress } from '../../strings/cockpit.js';
import { cohorts } from '../../strings/cohorts.js';
import { gradebook } from '../../strings/gradebook.js';
import { LinkButton } from '../../ui/link.js';
import { PendingScreen, Screen, Section } from '../../ui/screen.js';
import { Instant, Status } from '../../ui/value.js';
import { Figures } from './figures.js';
import { Members } from './members.js';
import { signalOf, type Cockpit } from './signals.js';

/** A cohort at a glance, and the people behind each of its numbers. */
export default function CockpitScreen({ cohortId }: { cohortId: string }) {
  const { me } = useSession();
  const query = useRead('/cohorts/{cohortId}/cockpit', { path: { cohortId } });
  const [search] = useSearchParams();
  const signal = signalOf(search.get('signal'));
  // Read at the same time as the cockpit, for the list that is shown with it.
  const first = { signal: signal ?? 'all', limit: 100 };
  useList('/cohorts/{cohortId}/cockpit/members', { path: { cohortId }, query: first }, { enabled: signal !== null });
  const cockpit = query.data;
  if (!cockpit) return <PendingScreen title={t.title} query={query} />;
  return (
    <Screen
      title={cockpit.cohort.name}
      about={
        <>
          {cockpit.cohort.programName} <Status value={cockpit.cohort.status} />{' '}
          {cockpit.scope === 'assigned' && cohorts.assignedOnly}
        </>
      }
      actions={
        <>
          <LinkButton to={`/cohorts/${cohortId}/gradebook`}>{gradebook.title}</LinkButton>
          <LinkButton to={`/cohorts/${cohortId}/progress`}>{cohortProgress.title}</LinkButton>
          <LinkButton to={`/cohorts/${cohortId}/analytics`}>{analytics.title}</LinkButton>
          {accessOf(me).isDirector && (
            <>
              <LinkButton to={`/cohorts/${cohortId}/history`}>{cockpitHistory.title}</LinkButton>
              <LinkButton to={`/programs/cohorts/${cohortId}`}>{t.setUp}</LinkButton>
            </>
          )}
        </>
      }
    >
      <Figures cockpit={cockpit} chosen={signal} />
      {signal !== null && (
        <Members key={signal} cockpit={cockpit} signal={signal} onReread={() => void query.refetch()} />
      )}
      <Lives cockpit={cockpit} />
    </Screen>
  );
}

function Lives({ cockpit }: { cockpit: Cockpit }) {
  return (
    <Section
      title={t.lives}
      actions={<LinkButton to={`/programs/cohorts/${cockpit.cohort.id}`}>{t.attendance}</LinkButton>}
    >
      {cockpit.upcomingLives.length === 0 ? (
        <Text c="dimmed">{t.noLives}</Text>
      ) : (
        <ul className="plain-list">
          {cockpit.upcomingLives.map(({ id, title, startsAt, timezone }) => (
            <li key={id}>
              <strong>{title}</strong> <Instant iso={startsAt} zone={timezone} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
