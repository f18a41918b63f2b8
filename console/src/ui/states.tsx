import { ApiError, ConnectionError } from '@delivery-service/client';
import { Alert, Button, Loader, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CeremonyError } from '../api/ceremony-error.js';
import { Unfinished } from '../api/each.js';
import { strings } from '../strings/common.js';
import { onSale } from '../strings/on-sale.js';
import { ceremony } from '../strings/passkeys.js';
import { refusals } from '../strings/refusals.js';
import { fieldWords, issueSentence, word } from '../strings/words.js';
import { hint } from './hint.js';

export function Loading() {
  return (
    <div className="state" role="status" aria-label={strings.common.loading}>
      <Loader />
    </div>
  );
}

/** What there is to say where a list has nothing: what would be here, and how it gets here. */
export function Empty({ children }: { children: ReactNode }) {
  return (
    <Text className="state" c="dimmed">
      {children}
    </Text>
  );
}

/** What the service said, the fields that it named, and where its operator finds the request. */
export function ErrorText({ error }: { error: unknown }) {
  if (error instanceof Unfinished) return <ErrorText error={error.cause} />;
  if (error instanceof CeremonyError) return <Text size="sm">{ceremony[error.why]}</Text>;
  if (!(error instanceof ApiError)) {
    return <Text>{error instanceof ConnectionError ? strings.errors.connection : strings.errors.unexpected}</Text>;
  }
  const advice = refusals[error.reason ?? ''];
  return (
    <Stack gap={4}>
      <Text>{error.message}</Text>
      {advice !== undefined && <Text size="sm">{advice}</Text>}
      {error.details.length > 0 && (
        <ul className="details">
          {error.details.map(({ field, issue }, at) => (
            <li key={at}>
              <strong>{fieldWords(field)}</strong>: {onSale.reasons[issue] ?? issueSentence(issue)}
            </li>
          ))}
        </ul>
      )}
      {error.correlationId !== undefined && (
        <Text size="xs" c="dimmed">
          {strings.errors.correlation} {error.correlationId}
        </Text>
      )}
    </Stack>
  );
}

export function Failed({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const status = error instanceof ApiError ? error.status : 0;
  const title = { 403: strings.errors.forbidden, 404: strings.errors.missing }[status] ?? strings.errors.failed;
  return (
    <Alert color={status === 403 || status === 404 ? 'gray' : 'red'} title={title} role="alert" className="failed">
      <ErrorText error={error} />
      {onRetry && status !== 403 && (
        <Button mt="sm" size="xs" variant="default" onClick={onRetry}>
          {strings.common.tryAgain}
        </Button>
      )}
    </Alert>
  );
}

interface Query<Data> {
  data: Data | undefined;
  error: unknown;
  isPending: boolean;
  refetch: () => unknown;
}

/** A read in its three states. What was read before stays while it is read again. */
export function Loaded<Data>({ query, children }: { query: Query<Data>; children: (data: Data) => ReactNode }) {
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) return <Loading />;
  return <Failed error={query.error} onRetry={() => void query.refetch()} />;
}

interface NotMeasuredProps {
  reason: string;
  /** In place of "not measured", where there is a plain word for it. */
  label?: string | undefined;
}

/** What cannot be measured, grey and with its reason: it is not a 0. */
export function NotMeasured({ reason, label = strings.notMeasured.labels[reason] }: NotMeasuredProps) {
  const why = strings.reasons[reason] ?? word(reason);
  return (
    <span className="not-measured" tabIndex={0} {...hint(strings.notMeasured.because(why))}>
      {label ?? strings.notMeasured.label}
      <span className="visually-hidden"> ({why})</span>
    </span>
  );
}
