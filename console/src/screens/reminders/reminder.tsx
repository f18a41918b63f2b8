import type { Schemas } from '@delivery-service/client';
import { useState } from 'react';
import { useList, useRead } from '../../api/reads.js';
import { viewerZone } from '../../dates.js';
import { strings } from '../../strings/common.js';
import { reminders as t } from '../../strings/reminders.js';
import { word } from '../../strings/words.js';
import { PageLink } from '../../ui/link.js';
import { Filter, List } from '../../ui/list.js';
import { Facts, PendingScreen, Screen, Section } from '../../ui/screen.js';
import { Instant, Status } from '../../ui/value.js';
import { RuleActions } from './rule-actions.js';
import { Covers, whenOf } from './rule-parts.js';

const OUTCOMES = ['all', 'fired', 'missed'] as const;
/** The service looks for what is due every few seconds. */
const OFTEN_MS = 10_000;

/** A rule, and what it sent. */
export default function Reminder({ reminderRuleId }: { reminderRuleId: string }) {
  const query = useRead('/reminder-rules/{reminderRuleId}', { path: { reminderRuleId } });
  const rule = query.data;
  if (!rule) return <PendingScreen title={t.rule} query={query} />;
  return (
    <Screen title={rule.name} actions={<RuleActions rule={rule} />}>
      <Facts
        facts={{
          [strings.common.status]: <Status value={rule.status} />,
          [t.when]: whenOf(rule),
          [t.covers]: <Covers rule={rule} />,
          [t.since]: rule.status === 'active' ? <Instant iso={rule.activeSince} /> : undefined,
        }}
      />
      <Firings rule={rule} />
    </Screen>
  );
}

function Firings({ rule }: { rule: Schemas['ReminderRule'] }) {
  const [outcome, setOutcome] = useState<(typeof OUTCOMES)[number]>('all');
  const path = { reminderRuleId: rule.id };
  const query = { limit: 50, ...(outcome !== 'all' && { outcome }) };
  const every = rule.status === 'active' && OFTEN_MS;
  const list = useList('/reminder-rules/{reminderRuleId}/firings', { path, query }, { every });
  const zone = useZone(rule.cohortId);
  return (
    <Section
      title={t.firings}
      actions={<Filter label={t.filter} values={OUTCOMES} value={outcome} nameOf={word} onChange={setOutcome} />}
    >
      <List
        label={t.firings}
        list={list}
        idOf={({ id }) => id}
        empty={t.noFirings}
        columns={[
          { header: t.what, cell: (firing) => <Due firing={firing} /> },
          { header: t.dueAt, cell: ({ dueAt }) => <Instant iso={dueAt} zone={zone} /> },
          { header: t.moment, cell: ({ moment }) => <Instant iso={moment} zone={zone} /> },
          { header: t.firedAt, cell: ({ firedAt }) => <Instant iso={firedAt} zone={zone} /> },
          {
            header: t.outcome,
            cell: ({ outcome: came }) => (
              <>
                <Status value={came} />
                {came === 'missed' && <div className="dimmed">{t.missedHint}</div>}
              </>
            ),
          },
        ]}
      />
    </Section>
  );
}

/** That of the cohort; without one, what is due may be in cohorts of several zones. */
function useZone(cohortId: string | null): string {
  const path = { cohortId: cohortId ?? '' };
  const { data } = useRead('/cohorts/{cohortId}', { path }, { enabled: cohortId !== null });
  return data?.timezone ?? viewerZone;
}

function Due({ firing: { resourceType, enrollmentId } }: { firing: Schemas['ReminderFiring'] }) {
  const name = t.resource(resourceType);
  return enrollmentId === null ? name : <PageLink to={`/enrollments/${enrollmentId}`}>{name}</PageLink>;
}
