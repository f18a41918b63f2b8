import { Alert, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import type { AuthenticationResponseJSON } from '@simplewebauthn/browser';
import { useEffect, useEffectEvent, useState, type SubmitEvent } from 'react';
import { ApiError } from '@delivery-service/client';
import type { SignedIn } from '../api/doors.js';
import { goToProvider, rememberedOrganization, rememberOrganization } from '../api/identity.js';
import { keys, type SignedOut } from '../api/keys.js';
import { hasPasskeys, offerPasskeys, signInByPasskey, signInWith } from '../api/passkeys.js';
import { clientOf } from '../api/session.js';
import { signIn as t } from '../strings/sign-in.js';
import { SignInError } from '../ui/sign-in-error.js';
import { useAttempt } from './attempt.js';
import { DemoWay } from './demo-way.js';
import { Frame } from './frame.js';

/** What a header can carry. */
const SENDABLE = /^[\x20-\x7e]+$/;

/** The ways in: a passkey, the identity provider of the organization, an API key. */
export default function SignIn({ signedOut }: { signedOut: SignedOut }) {
  const { isBusy, error, run } = useAttempt();
  useEffect(() => keys.want(), []);
  const enter = (signingIn: () => Promise<SignedIn>) => run(async () => keys.keep((await signingIn()).key));
  useOfferedPasskeys(isBusy || error !== null, (assertion) => enter(() => signInWith(assertion)));
  return (
    <Frame title={t.title}>
      <Before signedOut={signedOut} isSilent={error !== null} />
      {error !== null && <SignInError error={error} refused={t.refused} />}
      {hasPasskeys ? (
        <Button className="button" autoFocus loading={isBusy} onClick={() => enter(signInByPasskey)}>
          {t.passkey}
        </Button>
      ) : (
        <Text size="sm">{t.noPasskeys}</Text>
      )}
      <div className="or">{t.or}</div>
      <IdentityWay isBusy={isBusy} run={run} />
      <div className="or">{t.or}</div>
      <KeyWay isBusy={isBusy} />
      <DemoWay />
    </Frame>
  );
}

/** While nothing else is under way, the browser may offer passkeys where the organization is entered. */
function useOfferedPasskeys(isPaused: boolean, onChosen: (assertion: AuthenticationResponseJSON) => void): void {
  const choose = useEffectEvent(onChosen);
  useEffect(() => {
    if (isPaused || !hasPasskeys) return undefined;
    const abort = new AbortController();
    offerPasskeys(abort.signal).then(
      (assertion) => assertion && !abort.signal.aborted && choose(assertion),
      // Nothing was chosen, and there is nothing to say: the button says what does not work.
      () => undefined,
    );
    return () => abort.abort();
  }, [isPaused]);
}

/** Why one is here again, and what to look after. */
function Before({ signedOut: { reason, unknown }, isSilent }: { signedOut: SignedOut; isSilent: boolean }) {
  const says = { none: null, expired: t.expired, ended: t.ended, elsewhere: t.elsewhere, not_ended: t.notEnded }[
    reason
  ];
  return (
    <>
      {says !== null && !isSilent && (
        <Alert color="orange" role="alert">
          {says}
        </Alert>
      )}
      {unknown.length > 0 && (
        <Alert color="orange" role="alert">
          {t.unknown(unknown)}
        </Alert>
      )}
    </>
  );
}

interface WayProps {
  isBusy: boolean;
  run: (attempt: () => Promise<void>) => void;
}

function IdentityWay({ isBusy, run }: WayProps) {
  const [organization, setOrganization] = useState(rememberedOrganization);
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const name = organization.trim().toLowerCase();
    if (isBusy || name === '') return;
    run(async () => {
      rememberOrganization(name);
      const returnTo = window.location.pathname + window.location.search;
      await goToProvider({ of: { organization: name } }, { returnTo, joins: false });
    });
  };
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="sm">
        <TextInput
          label={t.organization}
          description={t.organizationHint}
          autoComplete="organization webauthn"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          value={organization}
          onChange={({ currentTarget }) => setOrganization(currentTarget.value)}
        />
        <Button className="button" type="submit" variant="default" disabled={isBusy}>
          {t.identity}
        </Button>
      </Stack>
    </form>
  );
}

function KeyWay({ isBusy: isOtherBusy }: { isBusy: boolean }) {
  const [key, setKey] = useState('');
  const { isBusy, error, run } = useAttempt();
  const isRefused = error instanceof Unsendable || (error instanceof ApiError && error.status === 401);
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const typed = key.trim();
    if (isBusy || isOtherBusy || typed === '') return;
    run(async () => {
      if (!SENDABLE.test(typed)) throw new Unsendable();
      await clientOf({ key: typed }).get('/me');
      keys.keep(typed);
    });
  };
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="sm">
        <PasswordInput
          label={t.key}
          description={t.hint}
          autoComplete="off"
          spellCheck={false}
          value={key}
          onChange={({ currentTarget }) => setKey(currentTarget.value)}
          error={isRefused ? t.invalid : undefined}
        />
        {error !== null && !isRefused && <SignInError error={error} refused={t.invalid} />}
        <Button className="button" type="submit" variant="default" loading={isBusy} disabled={isOtherBusy}>
          {t.useKey}
        </Button>
      </Stack>
    </form>
  );
}

class Unsendable extends Error {}
