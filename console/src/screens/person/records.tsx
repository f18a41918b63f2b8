import { Group } from '@mantine/core';
import { useList } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { strings } from '../../strings/common.js';
import { intervention } from '../../strings/intervention.js';
import { person as t } from '../../strings/person.js';
import { word } from '../../strings/words.js';
import { InterventionActions } from '../../ui/intervention-actions.js';
import { optionsOf, planFields, selfOption } from '../../ui/intervention-fields.js';
import { List } from '../../ui/list.js';
import { Section } from '../../ui/screen.js';
import { Instant, Status } from '../../ui/value.js';
import { EditAction, WriteAction } from '../../ui/write-action.js';
import type { PartProps } from './part.js';

export function Interventions({ enrollmentId, zone }: PartProps) {
  const { me } = useSession();
  const list = useList('/enrollments/{enrollmentId}/interventions', { path: { enrollmentId }, query: { limit: 50 } });
  const labels = intervention;
  const plan = (
    <WriteAction
      label={labels.plan}
      fields={planFields(zone, 'other', selfOption(me, 'accountId'))}
      to="POST /enrollments/{enrollmentId}/interventions"
      path={{ enrollmentId }}
      done={labels.planned}
    />
  );
  return (
    <Section title={t.partNames.interventions} actions={plan}>
      <List
        label={t.partNames.interventions}
        list={list}
        idOf={({ id }) => id}
        empty={t.intervention.empty}
        columns={[
          {
            header: labels.title,
            cell: ({ title, expectedOutcome, outcome, reason, channel }) => (
              <>
                <strong>{title}</strong>{' '}
                <span className="dimmed">
                  {word(reason)}, {word(channel)}
                </span>
                <div className="text">{outcome ?? expectedOutcome}</div>
              </>
            ),
          },
          { header: labels.status, cell: ({ status }) => <Status value={status} /> },
          { header: labels.dueAt, cell: ({ dueAt }) => <Instant iso={dueAt} zone={zone} /> },
          { header: labels.owner, cell: ({ ownerName }) => ownerName },
          { header: t.parts, cell: (item) => <InterventionActions intervention={item} zone={zone} /> },
        ]}
      />
    </Section>
  );
}

export function Blockers({ enrollmentId, zone }: PartProps) {
  const list = useList('/enrollments/{enrollmentId}/blockers', { path: { enrollmentId }, query: { limit: 50 } });
  const open = (
    <WriteAction
      label={t.blocker.open}
      fields={{
        title: { kind: 'text', label: t.blocker.title },
        urgency: { kind: 'choice', label: t.blocker.urgency, options: optionsOf(['normal', 'urgent']) },
      }}
      to="POST /enrollments/{enrollmentId}/blockers"
      path={{ enrollmentId }}
      done={t.blocker.opened}
    />
  );
  return (
    <Section title={t.partNames.blockers} actions={open}>
      <List
        label={t.partNames.blockers}
        list={list}
        idOf={({ id }) => id}
        empty={t.blocker.empty}
        columns={[
          {
            header: t.blocker.title,
            cell: ({ title, resolution }) => (
              <>
                {title}
                {resolution !== null && <div className="text">{resolution}</div>}
              </>
            ),
          },
          { header: t.blocker.urgency, cell: ({ urgency }) => <Status value={urgency} /> },
          {
            header: strings.common.since,
            cell: ({ openedAt, openedByName }) => (
              <>
                <Instant iso={openedAt} zone={zone} /> <span className="dimmed">{openedByName}</span>
              </>
            ),
          },
          {
            header: strings.common.status,
            cell: ({ id, status, title }) => (
              <Group gap="xs">
                <Status value={status} />
                {status === 'open' && (
                  <>
                    <Resolve blockerId={id} title={title} />
                    <EditBlocker blockerId={id} />
                  </>
                )}
              </Group>
            ),
          },
        ]}
      />
    </Section>
  );
}

function Resolve({ blockerId, title }: { blockerId: string; title: string }) {
  return (
    <WriteAction
      label={t.blocker.resolve}
      about={title}
      fields={{ resolution: { kind: 'longText', label: t.blocker.resolution, isOptional: true } }}
      to="POST /blockers/{blockerId}/resolve"
      path={{ blockerId }}
      done={t.blocker.resolved}
    />
  );
}

function EditBlocker({ blockerId }: { blockerId: string }) {
  return (
    <EditAction
      label={strings.common.edit}
      fields={({ title, urgency }) => ({
        title: { kind: 'text', label: t.blocker.title, initial: title },
        urgency: {
          kind: 'choice',
          label: t.blocker.urgency,
          options: optionsOf(['normal', 'urgent']),
          initial: urgency,
        },
      })}
      to="PATCH /blockers/{blockerId}"
      path={{ blockerId }}
      done={t.blocker.changed}
    />
  );
}

export function Extensions({ enrollmentId, zone }: PartProps) {
  const path = { enrollmentId };
  const list = useList('/enrollments/{enrollmentId}/deadline-extensions', { path, query: { limit: 50 } });
  const labels = strings.extension;
  const grant = (
    <WriteAction
      label={t.extension.grant}
      fields={{
        days: { kind: 'number', label: labels.days, hint: labels.daysHint, initial: 7 },
        reason: { kind: 'longText', label: labels.why },
      }}
      to="POST /enrollments/{enrollmentId}/deadline-extensions"
      path={path}
      body={(values) => ({ scope: 'all', ...values })}
      done={t.extension.granted}
    />
  );
  return (
    <Section title={t.partNames.extensions} actions={grant}>
      <List
        label={t.partNames.extensions}
        list={list}
        idOf={({ id }) => id}
        empty={t.extension.empty}
        columns={[
          { header: labels.why, cell: ({ reason }) => <div className="text">{reason}</div> },
          {
            header: t.partNames.tasks,
            cell: ({ tasks }) => (
              <ul className="plain-list">
                {tasks.map(({ memberTaskId, title, from, to }) => (
                  <li key={memberTaskId}>
                    {title}: <Instant iso={from} zone={zone} /> → <Instant iso={to} zone={zone} />
                  </li>
                ))}
              </ul>
            ),
          },
          { header: t.timeline.who, cell: ({ grantedByName }) => grantedByName },
          { header: t.timeline.when, cell: ({ grantedAt }) => <Instant iso={grantedAt} zone={zone} /> },
        ]}
      />
    </Section>
  );
}
