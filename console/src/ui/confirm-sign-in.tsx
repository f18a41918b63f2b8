import { Alert, Button, Group, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { NoWindow, OtherPerson, renewByPasskey, renewByProvider } from '../api/renewal.js';
import { useSession } from '../api/session.js';
import { proof as t } from '../strings/account.js';
import { SignInError } from './sign-in-error.js';

interface ConfirmProps {
  /** One has signed in for this before, and that was not recent enough. */
  wasProved: boolean;
  onProved: () => void;
}

/** Asks for a new sign-in, in place of the older one. */
export function ConfirmSignIn({ wasProved, onProved }: ConfirmProps) {
  const session = useSession();
  const [busyWith, setBusyWith] = useState<'passkey' | 'provider' | null>(null);
  const [error, setError] = useState<unknown>(null);
  const first = useRef<HTMLButtonElement>(null);
  const attempts = useRef(0);
  const closed = useRef<AbortSignal | null>(null);
  useEffect(() => {
    first.current?.focus();
    const controller = new AbortController();
    closed.current = controller.signal;
    return () => controller.abort();
  }, []);

  const prove = async (way: 'passkey' | 'provider'): Promise<void> => {
    setBusyWith(way);
    setError(null);
    const attempt = (attempts.current += 1);
    // Another attempt goes on, or the dialog was closed.
    const isOver = () => attempt !== attempts.current || closed.current?.aborted === true;
    try {
      await (way === 'passkey' ? renewByPasskey(session) : renewByProvider(session, closed.current));
      if (!isOver()) onProved();
    } catch (failure) {
      if (isOver()) return;
      setError(failure);
      setBusyWith(null);
    }
  };

  const isByProvider = session.me.signIn?.method === 'identity_provider' && !wasProved;
  const ways = [
    { way: 'passkey', label: t.passkey } as const,
    ...(session.me.organization.signInName === null ? [] : [{ way: 'provider', label: t.provider } as const]),
  ];
  if (isByProvider) ways.reverse();
  return (
    <Alert color="orange" role="alert" title={t.title}>
      <Text size="sm">{wasProved ? t.again : t.about}</Text>
      <Group gap="xs" mt="sm">
        {ways.map(({ way, label }, at) => (
          <Button
            key={way}
            ref={at === 0 ? first : undefined}
            size="xs"
            variant={at === 0 ? 'filled' : 'default'}
            loading={way === 'passkey' && busyWith === 'passkey'}
            onClick={() => void prove(way)}
          >
            {label}
          </Button>
        ))}
      </Group>
      {busyWith === 'provider' && (
        <Text size="sm" mt="sm">
          {t.atProvider}
        </Text>
      )}
      {error !== null && <Refused error={error} />}
    </Alert>
  );
}

function Refused({ error }: { error: unknown }) {
  if (error instanceof OtherPerson) return <Text mt="sm">{t.otherPerson}</Text>;
  if (error instanceof NoWindow) return <Text mt="sm">{t.noWindow}</Text>;
  return <SignInError error={error} refused={t.refused} />;
}
