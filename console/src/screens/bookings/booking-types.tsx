import type { Schemas } from '@delivery-service/client';
import { Group } from '@mantine/core';
import { accessOf } from '../../api/access.js';
import { useList, useRead } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { bookings } from '../../strings/bookings.js';
import type { Field } from '../../ui/fields.js';
import { PageLink } from '../../ui/link.js';
import { List } from '../../ui/list.js';
import { CohortLink, ProgramLink } from '../../ui/resource-link.js';
import { Section } from '../../ui/screen.js';
import { Status } from '../../ui/value.js';
import { EditAction, WriteAction } from '../../ui/write-action.js';

const t = bookings.types;

type BookingType = Schemas['BookingType'];

/** What can be booked: all of it for administrators, of whom a coach is the host for the coach. */
export function BookingTypes() {
  const { me } = useSession();
  const { isAdministrator } = accessOf(me);
  const query = { limit: 50, ...(!isAdministrator && { hostMemberId: me.member.id }) };
  const list = useList('/booking-types', { query });
  return (
    <Section title={t.title} hint={t.hint} actions={<CreateType />}>
      <List
        label={t.title}
        list={list}
        idOf={({ id }) => id}
        empty={t.empty}
        columns={[
          {
            header: t.name,
            cell: ({ name, hostMemberId }) => (
              <>
                <strong>{name}</strong>
                {isAdministrator && (
                  <div className="small">
                    <Host memberId={hostMemberId} />
                  </div>
                )}
              </>
            ),
          },
          { header: t.terms, cell: (type) => <Terms type={type} /> },
          { header: t.offered, cell: (type) => <OfferedTo type={type} /> },
          { header: bookings.status, cell: ({ status }) => <Status value={status} /> },
          { header: bookings.actions, cell: (type) => <TypeActions type={type} /> },
        ]}
      />
    </Section>
  );
}

/** A host, which leads to when they can be booked. */
function Host({ memberId }: { memberId: string }) {
  const { data } = useRead('/members/{memberId}', { path: { memberId } });
  return <PageLink to={`/bookings/availability/${memberId}`}>{data?.name ?? memberId}</PageLink>;
}

function Terms({ type }: { type: BookingType }) {
  const { bufferBeforeMinutes, bufferAfterMinutes } = type;
  return (
    <>
      {t.termsOf(type.durationMinutes, type.minNoticeHours, type.maxDaysAhead)}
      {bufferBeforeMinutes + bufferAfterMinutes > 0 && (
        <div className="dimmed">{t.buffers(bufferBeforeMinutes, bufferAfterMinutes)}</div>
      )}
    </>
  );
}

function OfferedTo({ type: { cohortId, programId } }: { type: BookingType }) {
  if (cohortId !== null) return <CohortLink cohortId={cohortId} />;
  if (programId !== null) return <ProgramLink programId={programId} />;
  return t.everyone;
}

/** The usual terms of the service, or those of a type that there is. */
function termFields(type?: BookingType) {
  return {
    name: { kind: 'text', label: t.name, initial: type?.name },
    durationMinutes: { kind: 'number', label: t.duration, initial: type?.durationMinutes ?? 30 },
    stepMinutes: { kind: 'number', label: t.step, initial: type?.stepMinutes ?? 15 },
    bufferBeforeMinutes: { kind: 'number', label: t.before, initial: type?.bufferBeforeMinutes ?? 0 },
    bufferAfterMinutes: { kind: 'number', label: t.after, initial: type?.bufferAfterMinutes ?? 0 },
    minNoticeHours: { kind: 'number', label: t.notice, initial: type?.minNoticeHours ?? 0 },
    maxDaysAhead: { kind: 'number', label: t.ahead, initial: type?.maxDaysAhead ?? 60 },
    cancelNoticeHours: { kind: 'number', label: t.cancelNotice, initial: type?.cancelNoticeHours ?? 0 },
    joinUrl: { kind: 'url', label: t.joinUrl, hint: t.joinHint, initial: type?.joinUrl, isNullable: true },
  } as const satisfies Record<string, Field>;
}

const PLACE_FIELDS = {
  cohortId: {
    kind: 'resource',
    label: t.cohort,
    hint: t.placeHint,
    choosable: { of: 'cohorts', statuses: ['open', 'active'] },
    isOptional: true,
  },
  programId: { kind: 'resource', label: t.program, choosable: { of: 'programs' }, isOptional: true },
} as const satisfies Record<string, Field>;

/** A coach hosts their own types; administrators choose the host. */
function CreateType() {
  const { me } = useSession();
  const shared = { label: t.create, to: 'POST /booking-types', done: t.created } as const;
  const terms = { ...termFields(), ...PLACE_FIELDS };
  if (!accessOf(me).isAdministrator) {
    return <WriteAction {...shared} fields={terms} body={(body) => ({ ...body, hostMemberId: me.member.id })} />;
  }
  const hostMemberId = { kind: 'member', by: 'id', label: t.host, hint: t.hostHint } as const;
  return <WriteAction {...shared} fields={{ hostMemberId, ...terms }} />;
}

function TypeActions({ type }: { type: BookingType }) {
  const { me } = useSession();
  if (type.status === 'archived') return null;
  if (type.hostMemberId !== me.member.id && !accessOf(me).isAdministrator) return null;
  const path = { bookingTypeId: type.id };
  const isPaused = type.status === 'paused';
  return (
    <Group gap="xs">
      <EditAction
        label={t.edit}
        fields={termFields}
        to="PATCH /booking-types/{bookingTypeId}"
        path={path}
        done={t.edited}
      />
      <WriteAction
        label={isPaused ? t.resume : t.pause}
        about={isPaused ? undefined : t.pauseAbout}
        to="PATCH /booking-types/{bookingTypeId}"
        path={path}
        body={() => ({ status: isPaused ? 'active' : 'paused' })}
        done={isPaused ? t.resumed : t.paused}
      />
      <WriteAction
        label={t.archive}
        about={`${type.name}: ${t.archiveAbout}`}
        to="POST /booking-types/{bookingTypeId}/archive"
        path={path}
        done={t.archived}
        isDanger
      />
    </Group>
  );
}
