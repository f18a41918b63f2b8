import type { Schemas } from '@delivery-service/client';
import { Switch } from '@mantine/core';
import { useState } from 'react';
import { accessOf } from '../../api/access.js';
import { useList } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { strings } from '../../strings/common.js';
import { intervention } from '../../strings/intervention.js';
import { word } from '../../strings/words.js';
import { work as t } from '../../strings/work.js';
import { InterventionActions } from '../../ui/intervention-actions.js';
import { List } from '../../ui/list.js';
import { Screen, Section } from '../../ui/screen.js';
import { CloseSeveral } from './close-several.js';
import { Due, Person, useCohorts, zoneOf, type Cohorts } from './place.js';
import { Questions } from './questions.js';
import { Reviews } from './reviews.js';

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
  const { accountId } = useSession().me.member;
  const cohorts = useCohorts();
  const query = { ownerUserId: accountId, limit: 50, ...(!isUpcoming && { overdue: true }) };
  const list = useList('/interventions', { query });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const chosen = list.isPlaceholderData ? [] : list.items.filter(({ id }) => selected.has(id));
  const toggle = (
    <Switch
      label={t.upcoming}
      checked={isUpcoming}
      onChange={({ currentTarget }) => setIsUpcoming(currentTarget.checked)}
    />
  );
  return (
    <Section title={t.queue} hint={t.queueHint} actions={toggle}>
      {list.items.length > 0 && <CloseSeveral chosen={chosen} />}
      <List
        label={t.queue}
        list={list}
        idOf={({ id }) => id}
        empty={t.queueEmpty}
        selection={{
          selected,
          onChange: setSelected,
          nameOf: ({ title, memberName }) => t.ofPerson(title, memberName),
        }}
        columns={[
          {
            header: intervention.title,
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
            cell: ({ enrollmentId, memberName, cohortId }) => (
              <Person {...{ enrollmentId, memberName }} cohort={cohorts.cohortOf(cohortId)} />
            ),
          },
          {
            header: intervention.dueAt,
            cell: ({ cohortId, dueAt, overdue }) => (
              <Due zone={zoneOf(cohorts, cohortId)} iso={dueAt} isOverdue={overdue} />
            ),
          },
          {
            header: strings.common.actions,
            cell: (intervention) => <Actions intervention={intervention} cohorts={cohorts} />,
          },
        ]}
      />
    </Section>
  );
}

function Orphaned() {
  const list = useList('/interventions', { query: { ownership: 'orphaned', limit: 50 } });
  const cohorts = useCohorts();
  return (
    <Section title={t.orphaned} hint={t.orphanedHint}>
      <List
        label={t.orphaned}
        list={list}
        idOf={({ id }) => id}
        empty={t.orphanedEmpty}
        columns={[
          { header: intervention.title, cell: ({ title }) => <strong>{title}</strong> },
          {
            header: t.person,
            cell: ({ enrollmentId, memberName, cohortId }) => (
              <Person {...{ enrollmentId, memberName }} cohort={cohorts.cohortOf(cohortId)} />
            ),
          },
          { header: intervention.owner, cell: ({ ownerName }) => ownerName },
          {
            header: intervention.dueAt,
            cell: ({ cohortId, dueAt, overdue }) => (
              <Due zone={zoneOf(cohorts, cohortId)} iso={dueAt} isOverdue={overdue} />
            ),
          },
          {
            header: strings.common.actions,
            cell: (intervention) => <Actions intervention={intervention} cohorts={cohorts} />,
          },
        ]}
      />
    </Section>
  );
}

type InHand = Schemas['InterventionInHand'];

function Actions({ intervention, cohorts }: { intervention: InHand; cohorts: Cohorts }) {
  return (
    <InterventionActions
      intervention={intervention}
      memberName={intervention.memberName}
      zone={zoneOf(cohorts, intervention.cohortId)}
    />
  );
}
