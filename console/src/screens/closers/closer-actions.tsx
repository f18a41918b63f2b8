import type { Schemas } from '@delivery-service/client';
import { accessOf } from '../../api/access.js';
import { useSession } from '../../api/session.js';
import { viewerZone } from '../../dates.js';
import { bookings } from '../../strings/bookings.js';
import { closers as t } from '../../strings/closers.js';
import type { Field } from '../../ui/fields.js';
import { windowsOf } from '../../ui/windows.js';
import { ChangesAction, WriteAction } from '../../ui/write-action.js';
import { ZONES } from '../../ui/zones.js';

/** How a closer takes part. Their share and limit are for administrators. */
export function SetCloser({ closer }: { closer: Schemas['Closer'] }) {
  const { isAdministrator } = accessOf(useSession().me);
  const { memberId, memberName, receiving, share, maxOpen, bufferMinutes, minNoticeHours, joinUrl } = closer;
  return (
    <ChangesAction
      label={t.setOf(memberName)}
      name={t.setOf(memberName)}
      short={t.set}
      submit={t.set}
      about={t.setAbout}
      fields={{
        receiving: { kind: 'check', label: t.receiving, initial: receiving },
        ...(isAdministrator && {
          share: { kind: 'number', label: t.share, hint: t.shareHint, initial: share } as const satisfies Field,
          maxOpen: {
            kind: 'number',
            label: t.maxOpen,
            hint: t.maxOpenHint,
            initial: maxOpen,
            isNullable: true,
          } as const satisfies Field,
        }),
        bufferMinutes: { kind: 'number', label: t.bufferMinutes, initial: bufferMinutes },
        minNoticeHours: { kind: 'number', label: t.minNoticeHours, initial: minNoticeHours },
        joinUrl: { kind: 'url', label: t.joinUrl, hint: t.joinHint, initial: joinUrl, isNullable: true },
      }}
      to="PUT /closers/{memberId}/sales-availability"
      path={{ memberId }}
      body={(values) => values as Schemas['SetCloserAvailabilityRequest']}
      done={t.done}
    />
  );
}

const DAYS = bookings.availability.days.map((label, at) => ({ name: `day${at + 1}`, weekday: at + 1, label }));
const WEEK = Object.fromEntries(
  DAYS.map(({ name, label }) => [name, { kind: 'windows', label } as const satisfies Field]),
);

/** The weekly hours of a closer who may set theirs, and not read them. */
export function SetOwnHours({ memberId }: { memberId: string }) {
  return (
    <WriteAction
      label={t.setHours}
      about={t.setHoursAbout}
      fields={{ timezone: { kind: 'choice', label: t.zone, options: ZONES, initial: viewerZone }, ...WEEK }}
      to="PUT /members/{memberId}/availability"
      path={{ memberId }}
      body={({ timezone, ...days }) => ({
        timezone,
        weekly: DAYS.flatMap(({ name, weekday }) =>
          windowsOf((days as Record<string, string[]>)[name] ?? []).map((window) => ({ ...window, weekday })),
        ),
        exceptions: [],
      })}
      done={t.hoursSet}
    />
  );
}
