import type { Schemas } from '@delivery-service/client';
import { Group, Text } from '@mantine/core';
import { CONSENT_PATH } from '../../api/consent.js';
import { mostOf } from '../../api/limits.js';
import { calendarConnections as t } from '../../strings/calendar-connections.js';
import { strings } from '../../strings/common.js';
import type { Field } from '../../ui/fields.js';
import { ChangesAction, WriteAction } from '../../ui/write-action.js';

type Connection = Schemas['CalendarConnection'];

const PROVIDERS = (['google', 'microsoft', 'caldav'] as const).map((value) => ({ value, label: t.providers[value] }));
const BY_PASSWORD = { field: 'provider', isOneOf: ['caldav'] } as const;
const PATCH = 'PATCH /me/calendar-connections/{calendarConnectionId}';

const WRITE_BOOKINGS = {
  kind: 'check',
  label: t.writeBookings,
  hint: t.writeBookingsHint,
} as const satisfies Field;
const PASSWORD = { kind: 'secret', label: t.password, hint: t.passwordHint } as const satisfies Field;

/** For Google and Microsoft one goes there to agree, and comes back to `connected.tsx`. */
export function Connect() {
  return (
    <WriteAction
      label={t.connect}
      about={t.connectAbout}
      fields={{
        label: { kind: 'text', label: t.label, hint: t.labelHint },
        provider: { kind: 'choice', label: t.provider, hint: t.providerHint, options: PROVIDERS },
        url: { kind: 'url', label: t.url, hint: t.urlHint, when: BY_PASSWORD },
        username: { kind: 'text', label: t.username, when: BY_PASSWORD },
        password: { ...PASSWORD, when: BY_PASSWORD },
        writeBookings: WRITE_BOOKINGS,
      }}
      to="POST /me/calendar-connections"
      body={(values) => (values.provider === 'caldav' ? values : { ...values, returnUrl: returnUrl() })}
      done={({ authorizationUrl }) => (authorizationUrl === null ? t.connected : t.goingThere)}
      outcome={({ provider, authorizationUrl }) =>
        provider !== 'caldav' && authorizationUrl === null ? <Text>{t.lostUrl}</Text> : null
      }
      onDone={({ authorizationUrl }) => goTo(authorizationUrl)}
    />
  );
}

function returnUrl(): string {
  return `${window.location.origin}/console${CONSENT_PATH}`;
}

/** Leaves the page for the provider. */
function goTo(authorizationUrl: string | null): void {
  if (authorizationUrl === null) return;
  const { protocol, href } = new URL(authorizationUrl);
  if (protocol !== 'https:' && protocol !== 'http:') throw new TypeError('The calendar service has no address.');
  window.location.assign(href);
}

interface ActionsProps {
  connection: Connection;
  isOwn: boolean;
}

/** Its member changes it; administrators end that of anybody. */
export function ConnectionActions({ connection, isOwn }: ActionsProps) {
  const { id, label, status, provider } = connection;
  if (status === 'disconnected') return null;
  const about = t.disconnectAbout(label);
  return (
    <Group gap="xs">
      {isOwn && <OwnActions connection={connection} />}
      <WriteAction
        label={t.disconnect}
        name={t.named(t.disconnect, label)}
        about={isOwn && provider === 'microsoft' ? `${about} ${t.disconnectMicrosoft}` : about}
        to="POST /calendar-connections/{calendarConnectionId}/disconnect"
        path={{ calendarConnectionId: id }}
        done={t.disconnected}
        isDanger
      />
    </Group>
  );
}

function OwnActions({
  connection: { id, label, provider, status, calendars, writeBookings },
}: {
  connection: Connection;
}) {
  const shared = { to: PATCH, path: { calendarConnectionId: id }, submit: strings.write.save } as const;
  const named = (action: string) => ({ label: action, name: t.named(action, label) });
  const options = (calendars ?? []).map(({ id: value, name }) => ({ value, label: name }));
  const selected = (calendars ?? []).filter((one) => one.selected);
  return (
    <>
      {options.length > 0 && (
        <ChangesAction
          {...shared}
          {...named(t.choose)}
          about={t.chooseAbout(mostOf(PATCH, 'selectedCalendarIds'))}
          fields={{
            selectedCalendarIds: {
              kind: 'choices',
              label: t.calendars,
              options,
              initial: selected.map(({ id: value }) => value),
            },
          }}
          done={t.chosen}
        />
      )}
      {(status !== 'pending' || provider === 'caldav') && (
        <ChangesAction
          {...shared}
          {...named(t.edit)}
          fields={{
            label: { kind: 'text', label: t.label, hint: t.labelHint, initial: label },
            writeBookings: { ...WRITE_BOOKINGS, initial: writeBookings },
          }}
          done={t.edited}
        />
      )}
      {provider === 'caldav' && (
        <WriteAction {...shared} {...named(t.newPassword)} fields={{ password: PASSWORD }} done={t.passwordSaved} />
      )}
    </>
  );
}
