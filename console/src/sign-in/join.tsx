import { ApiError, ConnectionError } from '@delivery-service/client';
import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { useCallback, useEffect, useState, type SubmitEvent } from 'react';
import { takeArrival } from '../api/arrival.js';
import { door, type Invited, type SignedIn } from '../api/doors.js';
import { goToProvider } from '../api/identity.js';
import { keys } from '../api/keys.js';
import { CHALLENGE_MS, createPasskey, deviceName, hasPasskeys } from '../api/passkeys.js';
import { strings } from '../strings/common.js';
import { join as t, signIn } from '../strings/sign-in.js';
import { SignInError } from '../ui/sign-in-error.js';
import { Loading } from '../ui/states.js';
import { Instant } from '../ui/value.js';
import { useAttempt } from './attempt.js';
import { Frame } from './frame.js';
import { JOINED } from './joined.js';

interface JoinProps {
  token: string;
  /** Goes on to a page of the console. */
  onDone: (path: string) => void;
}

interface Read {
  invited?: Invited;
  at: number;
  error: unknown;
}

const LONGEST_LABEL = 100;

/** The page that the link of an invitation opens. Opening it uses nothing up. */
export default function Join({ token: first, onDone }: JoinProps) {
  const token = useLatestToken(first);
  const [read, setRead] = useState<Read | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (token === '') return undefined;
    let isCurrent = true;
    const keep = (found: Read) => isCurrent && setRead(found);
    door('invitations/options', { token }).then(
      (invited) => keep({ invited, at: Date.now(), error: null }),
      (error: unknown) => keep({ at: 0, error }),
    );
    return () => {
      isCurrent = false;
    };
  }, [token, attempt]);
  const toSignIn = () => onDone('/console');
  if (token === '') return <Gone title={t.incomplete} hint={t.incompleteHint} onSignIn={toSignIn} />;
  if (!read) return <Loading />;
  if (isGone(read.error)) return <Gone title={t.gone} hint={t.goneHint} onSignIn={toSignIn} />;
  if (read.invited) {
    return <Invitation key={token} token={token} invited={read.invited} readAt={read.at} onDone={onDone} />;
  }
  return (
    <Frame title={t.title} heading={t.title}>
      <SignInError error={read.error} refused={t.goneHint} />
      <Button className="button" variant="default" onClick={() => setAttempt(attempt + 1)}>
        {strings.common.tryAgain}
      </Button>
    </Frame>
  );
}

/** The same page may get another link: then the browser changes the fragment only. */
function useLatestToken(first: string): string {
  const [token, setToken] = useState(first);
  useEffect(() => {
    const onChange = (): void => {
      const arrival = window.location.hash === '' ? null : takeArrival();
      if (arrival?.is === 'invited') setToken(arrival.token);
    };
    window.addEventListener('hashchange', onChange);
    return () => window.removeEventListener('hashchange', onChange);
  }, []);
  return token;
}

function isGone(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.status === 400);
}

function Gone({ title, hint, onSignIn }: { title: string; hint: string; onSignIn: () => void }) {
  return (
    <Frame title={title} heading={title}>
      <Text>{hint}</Text>
      <Button className="button" variant="default" onClick={onSignIn}>
        {signIn.toSignIn}
      </Button>
    </Frame>
  );
}

interface InvitationProps extends JoinProps {
  invited: Invited;
  readAt: number;
}

function Invitation({ token, invited, readAt, onDone }: InvitationProps) {
  const { organization, member, expiresAt, methods } = invited;
  const { isBusy, error, run } = useAttempt();
  const [label, setLabel] = useState(deviceName);
  const enter = useCallback(
    ({ key, otherPasskeys }: SignedIn): void => {
      keys.keep(key);
      onDone(otherPasskeys > 0 ? JOINED : '/console');
    },
    [onDone],
  );
  if (isGone(error)) return <Gone title={t.gone} hint={t.goneHint} onSignIn={() => onDone('/console')} />;

  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (isBusy) return;
    run(async () => {
      const isFresh = Date.now() - readAt < CHALLENGE_MS;
      const { passkey: options } = isFresh ? invited : await door('invitations/options', { token });
      if (!options) return;
      const passkey = await createPasskey(options);
      const name = label.trim();
      enter(await door('invitations', { token, passkey, ...(name !== '' && { label: name }) }));
    });
  };
  const goToIdentity = () =>
    run(() => goToProvider({ of: { invitation: token } }, { returnTo: '/console', joins: true }));
  return (
    <Frame title={t.title} heading={t.title}>
      <Text>{t.for(member.name, organization.name)}</Text>
      <Text size="sm" c="dimmed">
        {t.until} <Instant iso={expiresAt} />.
      </Text>
      {error instanceof ConnectionError ? (
        <Alert color="orange" role="alert">
          <Text size="sm">{t.lost}</Text>
          <Button mt="sm" size="xs" variant="default" onClick={() => onDone('/console')}>
            {signIn.toSignIn}
          </Button>
        </Alert>
      ) : (
        error !== null && <SignInError error={error} refused={t.goneHint} />
      )}
      {methods.includes('passkey') && !hasPasskeys && <Text size="sm">{signIn.noPasskeys}</Text>}
      {methods.includes('passkey') && hasPasskeys && (
        <form onSubmit={onSubmit}>
          <Stack gap="sm">
            <Text size="sm">{t.passkeyHint}</Text>
            <TextInput
              label={t.label}
              description={t.labelHint}
              autoComplete="off"
              maxLength={LONGEST_LABEL}
              value={label}
              onChange={({ currentTarget }) => setLabel(currentTarget.value)}
            />
            <Button className="button" type="submit" loading={isBusy}>
              {t.create}
            </Button>
          </Stack>
        </form>
      )}
      {methods.includes('identity_provider') && (
        <Button
          className="button"
          variant={methods.length === 1 ? 'filled' : 'default'}
          disabled={isBusy && methods.length > 1}
          loading={isBusy && methods.length === 1}
          onClick={goToIdentity}
        >
          {t.identity}
        </Button>
      )}
    </Frame>
  );
}
