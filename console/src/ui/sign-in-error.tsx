import { ApiError, ConnectionError } from '@delivery-service/client';
import { Alert, Text } from '@mantine/core';
import { CeremonyError } from '../api/ceremony-error.js';
import { timeIn, viewerZone } from '../dates.js';
import { signIn as t } from '../strings/sign-in.js';
import { ErrorText } from './states.js';

/** Why a sign-in failed. The service says of every refusal the same; `refused` is what it may mean on this page. */
export function SignInError({ error, refused }: { error: unknown; refused: string }) {
  const isCancelled = error instanceof CeremonyError && error.why === 'cancelled';
  return (
    <Alert color={isCancelled ? 'orange' : 'red'} role="alert">
      <Why error={error} refused={refused} />
    </Alert>
  );
}

function Why({ error, refused }: { error: unknown; refused: string }) {
  if (error instanceof ConnectionError && !navigator.onLine) return <Text size="sm">{t.offline}</Text>;
  if (error instanceof ApiError && error.status === 429) return <Text size="sm">{untilWhen(error.retryAfter)}</Text>;
  if (error instanceof ApiError && error.status === 401) return <Text size="sm">{refused}</Text>;
  return <ErrorText error={error} />;
}

function untilWhen(seconds: number | undefined): string {
  if (seconds === undefined) return t.limitedForNow;
  return t.limited(seconds, timeIn(viewerZone, new Date(Date.now() + seconds * 1_000).toISOString()));
}
