import { unauthorized } from '#kernel/errors';
import type { UnitOfWork } from '#kernel/work';
import { identityTables } from '../identity.tables.js';

const lockOpen = identityTables.statement(
  'lock_current_sign_in',
  { id: 'uuid' },
  `select 1 from sign_ins where organization_id = :organization and id = :id and ended_at is null for share`,
);

/**
 * Locks the sign-in of the caller, if it is one, after their member. What ends it, such as a promotion, either waits, and
 * finds what is made in it, or has ended it: then throws 401.
 */
export async function lockCurrentSignIn(uow: UnitOfWork): Promise<void> {
  const { signIn } = uow.caller;
  if (signIn && (await uow.query(lockOpen, { id: signIn.id })).length === 0) throw unauthorized();
}
