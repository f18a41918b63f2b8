import { ApiError, type DeliveryClient, type WriteResult } from '@delivery-service/client';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useSession } from './session.js';

/** Sends a write under the key that it is given. */
export type Send<Input, Data> = (
  client: DeliveryClient,
  input: Input,
  once: { idempotencyKey: string },
) => Promise<WriteResult<Data>>;

/**
 * `refused`: nothing was changed. `unknown`: the request may or may not have been carried out, as no answer to it
 * arrived; `submit` sends the same request under the same key again, so that it is carried out once.
 */
export type WriteState<Data> =
  | { is: 'idle' | 'sending' }
  | { is: 'refused' | 'unknown'; error: unknown }
  | { is: 'done'; result: WriteResult<Data> };

/** A write of which one key is used until its outcome is known, however often it is submitted. */
export function useWrite<Input, Data>(send: Send<Input, Data>, onDone?: (result: WriteResult<Data>) => void) {
  const { client } = useSession();
  const queries = useQueryClient();
  const [state, setState] = useState<WriteState<Data>>({ is: 'idle' });
  const attempt = useRef<{ idempotencyKey: string; input: Input; wasLost: boolean } | null>(null);
  const isSending = useRef(false);

  const submit = useCallback(
    async (input: Input): Promise<void> => {
      if (isSending.current) return;
      isSending.current = true;
      // An attempt is left here only while its outcome is unknown.
      attempt.current ??= { idempotencyKey: newKey(), input, wasLost: false };
      const { idempotencyKey, input: first, wasLost } = attempt.current;
      setState({ is: 'sending' });
      try {
        const result = await send(client, first, { idempotencyKey });
        attempt.current = null;
        setState({ is: 'done', result });
        onDone?.(result);
        // Nothing is shown as done before the service has said so; then everything on the page is read again.
        void queries.invalidateQueries();
      } catch (error) {
        const isKnown = isRefusal(error, wasLost);
        attempt.current = isKnown ? null : { idempotencyKey, input: first, wasLost: true };
        setState({ is: isKnown ? 'refused' : 'unknown', error });
      } finally {
        isSending.current = false;
      }
    },
    [client, onDone, queries, send],
  );

  /** For another write. Keeps what is unknown: it is still to be sent again. */
  const reset = useCallback(() => {
    if (attempt.current === null) setState({ is: 'idle' });
  }, []);

  const isOpen = state.is === 'sending' || state.is === 'unknown';
  useEffect(() => {
    if (!isOpen) return undefined;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isOpen]);

  return { state, submit, reset };
}

/**
 * Whether it is certain that nothing was changed. A lock or a limit (with `Retry-After`) may follow on an attempt that was
 * carried out. So may, after a lost attempt, a refusal of the caller: were the request itself refused, so would it have been then.
 */
function isRefusal(error: unknown, wasLost: boolean): boolean {
  if (!(error instanceof ApiError) || error.status >= 500 || error.retryAfter !== undefined) return false;
  return !wasLost || error.status === 400 || error.status === 409;
}

/** `crypto.randomUUID` is missing on pages served over plain HTTP by another host than this one. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
