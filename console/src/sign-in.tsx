import { ApiError, type Schemas } from '@delivery-service/client';
import { Alert, Button, Paper, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useEffect, useState, type SubmitEvent } from 'react';
import { clientOf, type SignedOut } from './api/session.js';
import { strings } from './strings/common.js';
import { signIn } from './strings/sign-in.js';
import { ErrorText } from './ui/states.js';

interface SignInProps {
  signedOut: SignedOut;
  onSignIn: (key: string, me: Schemas['Me']) => void;
}

export function SignIn({ signedOut, onSignIn }: SignInProps) {
  const [key, setKey] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    document.title = `${signIn.title} · ${strings.product}`;
  }, []);

  const onSubmit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy || key.trim() === '') return;
    setIsBusy(true);
    setError(null);
    try {
      const { data } = await clientOf(key.trim()).get('/me');
      onSignIn(key.trim(), data);
    } catch (failure) {
      setError(failure);
      setIsBusy(false);
    }
  };

  const isRefused = error instanceof ApiError && error.status === 401;
  return (
    <main className="sign-in">
      <Paper withBorder p="xl" component="form" onSubmit={(event) => void onSubmit(event)}>
        <Stack>
          <Title order={1} size="h3">
            {strings.product}
          </Title>
          <Text size="sm">{signIn.hint}</Text>
          {signedOut.reason === 'expired' && error === null && <Alert color="orange">{signIn.expired}</Alert>}
          {signedOut.unknown.length > 0 && (
            <Alert color="orange" role="alert">
              {signIn.unknown(signedOut.unknown)}
            </Alert>
          )}
          <PasswordInput
            label={signIn.key}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            autoFocus
            required
            value={key}
            onChange={({ currentTarget }) => setKey(currentTarget.value)}
            error={isRefused ? signIn.invalid : undefined}
          />
          {error !== null && !isRefused && (
            <Alert color="red" role="alert">
              <ErrorText error={error} />
            </Alert>
          )}
          <Button type="submit" loading={isBusy}>
            {signIn.action}
          </Button>
        </Stack>
      </Paper>
    </main>
  );
}
