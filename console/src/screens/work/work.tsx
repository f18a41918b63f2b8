import { Switch } from '@mantine/core';
import { useState } from 'react';
import { accessOf } from '../../api/access.js';
import { useList } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { viewerZone } from '../../dates.js';
import { strings, word } from '../../strings.js';
import { InterventionActions } from '../../ui/intervention-actions.js';
import { PageLink } from '../../ui/link.js';
import { List } from '../../ui/list.js';
import { Screen, Section } from '../../ui/screen.js';
import { Instant, Status } from '../../ui/value.js';
import { Questions } from './questions.js';
import { Reviews } from './reviews.js';

const t = strings.work;

/** What waits for whoever is signed in; for administrators also what waits for nobody. */
export default function Work() {
  const access = accessOf(useSession().me);
  return (
    <Screen title={t.title}>
      {access.isStaff && <Queue />}
      <Reviews />
      {access.isStaff && <Questions />}
      {access.isAdministrator && <Orphaned />}
    </Screen>
  );
}

function Queue() {
  const [isUpcoming, setIsUpcoming] = useState(false);
  const list = useList('/work-queue', { query: { limit: 50, ...(isUpcoming && { include: 'upcoming' as const }) } });
  const toggle = (
    <Switch
      label={t.upcoming}
      checked={isUpcoming}
      onChange={({ currentTarget }) => setIsUpcoming(currentTarget.checked)}
    />
  );
  return (
    <Section title={t.queue} hint={t.queueHint} actions={toggle}>
      <List
        label={t.queue}
        list={list}
        idOf={({ id }) => id}
        empty={t.queueEmpty}
        columns={[
          {
            header: strings.intervention.title,
            cell: ({ title, reason, channel, expectedOutcome }) => (
              <>
                <strong>{title}</strong>{' '}
                <span className="dimmed">
                  {word(reason)}, {word(channel)}
                </span>
                <div className="text">{expectedOutcome}</div>
              </>
            ),
          },
          {
            header: t.person,
            cell: ({ enrollmentId }) => <PageLink to={`/enrollments/${enrollmentId}`}>{t.open}</PageLink>,
          },
          {
            header: strings.intervention.dueAt,
            cell: ({ dueAt, overdue }) => (
              <>
                <Instant iso={dueAt} /> {overdue && <Status value="overdue" />}
              </>
            ),
          },
          {
            header: strings.intervention.close,
            cell: (intervention) => <InterventionActions intervention={intervention} zone={viewerZone} />,
          },
        ]}
      />
    </Section>
  );
}

function Orphaned() {
  const list = useList('/interventions', { query: { ownership: 'orphaned', limit: 50 } });
  return (
    <Section title={t.orphaned} hint={t.orphanedHint}>
      <List
        label={t.orphaned}
        list={list}
        idOf={({ id }) => id}
        empty={t.orphanedEmpty}
        columns={[
          { header: strings.intervention.title, cell: ({ title }) => <strong>{title}</strong> },
          {
            header: t.person,
            cell: ({ enrollmentId, memberName }) => (
              <PageLink to={`/enrollments/${enrollmentId}`}>{memberName}</PageLink>
            ),
          },
          { header: strings.intervention.owner, cell: ({ ownerName }) => ownerName },
          { header: strings.intervention.dueAt, cell: ({ dueAt }) => <Instant iso={dueAt} /> },
          {
            header: strings.intervention.update,
            cell: (intervention) => <InterventionActions intervention={intervention} zone={viewerZone} />,
          },
        ]}
      />
    </Section>
  );
}
