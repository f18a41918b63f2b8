import type { Schemas } from '@delivery-service/client';
import { Group } from '@mantine/core';
import { useList } from '../../api/reads.js';
import { strings } from '../../strings/common.js';
import { person } from '../../strings/person.js';
import { List } from '../../ui/list.js';
import { Section } from '../../ui/screen.js';
import { Instant, Status } from '../../ui/value.js';
import { EditAction, WriteAction } from '../../ui/write-action.js';
import { Bookings } from './bookings.js';
import type { PartProps } from './part.js';

const t = person.coaching;

/** The coaching sessions of an enrollment, planned and held. */
export function Coaching({ enrollmentId, zone }: PartProps) {
  const path = { enrollmentId };
  const list = useList('/enrollments/{enrollmentId}/coaching-sessions', { path, query: { limit: 50 } });
  const title = { kind: 'text', label: t.title, isOptional: true } as const;
  const actions = (
    <>
      <WriteAction
        label={t.schedule}
        fields={{ title, scheduledAt: { kind: 'instant', label: t.scheduledAt, zone } }}
        to="POST /enrollments/{enrollmentId}/coaching-sessions"
        path={path}
        done={t.scheduled}
      />
      <WriteAction
        label={t.record}
        fields={{
          title,
          heldAt: { kind: 'instant', label: t.heldAt, zone },
          summary: { kind: 'longText', label: t.summary, isOptional: true },
        }}
        to="POST /enrollments/{enrollmentId}/coaching-sessions"
        path={path}
        done={t.recorded}
      />
    </>
  );
  return (
    <>
      <Section title={person.partNames.coaching} actions={actions}>
        <List
          label={person.partNames.coaching}
          list={list}
          idOf={({ id }) => id}
          empty={t.empty}
          columns={[
            {
              header: t.title,
              cell: (session) => (
                <>
                  {session.title ?? strings.common.none}
                  {session.summary !== null && <div className="text">{session.summary}</div>}
                </>
              ),
            },
            {
              header: t.scheduledAt,
              cell: ({ heldAt, scheduledAt }) => <Instant iso={heldAt ?? scheduledAt} zone={zone} />,
            },
            { header: strings.common.status, cell: ({ status }) => <Status value={status} /> },
            { header: strings.common.actions, cell: (session) => <SessionActions session={session} zone={zone} /> },
          ]}
        />
      </Section>
      <Bookings enrollmentId={enrollmentId} zone={zone} />
    </>
  );
}

function SessionActions({ session, zone }: { session: Schemas['CoachingSession']; zone: string }) {
  if (session.status !== 'planned') return null;
  const path = { coachingSessionId: session.id };
  return (
    <Group gap="xs">
      <EditAction
        label={t.reschedule}
        submit={t.reschedule}
        fields={({ scheduledAt }) => ({
          scheduledAt: { kind: 'instant', label: t.scheduledAt, zone, initial: scheduledAt },
        })}
        to="PATCH /coaching-sessions/{coachingSessionId}"
        path={path}
        done={t.rescheduled}
      />
      <WriteAction
        label={t.complete}
        fields={{
          heldAt: { kind: 'instant', label: t.heldAt, zone, isOptional: true },
          summary: { kind: 'longText', label: t.summary, isOptional: true },
        }}
        to="POST /coaching-sessions/{coachingSessionId}/complete"
        path={path}
        done={t.completed}
      />
      <WriteAction
        label={t.cancel}
        to="POST /coaching-sessions/{coachingSessionId}/cancel"
        path={path}
        done={t.cancelled}
        isDanger
      />
    </Group>
  );
}
