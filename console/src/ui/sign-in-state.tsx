import type { Schemas } from '@delivery-service/client';
import { account as t } from '../strings/account.js';
import { word } from '../strings/words.js';
import { Instant, Status } from './value.js';

/** Whether a sign-in is open, until when, or how it has ended. */
export function SignInState({ signIn: { status, expiresAt, endedAt, endedBy } }: { signIn: Schemas['SignIn'] }) {
  return (
    <>
      <Status value={status} />
      <div className="dimmed">
        {status === 'open' && (
          <>
            {t.ends} <Instant iso={expiresAt} />
          </>
        )}
        {status === 'ended' && (
          <>
            <Instant iso={endedAt} />
            {endedBy !== null && <> {t.endedBy[endedBy] ?? word(endedBy)}</>}
          </>
        )}
      </div>
    </>
  );
}
