import { Injectable } from '@nestjs/common';
import { signInFailed } from '#kernel/errors';
import { deleteOlder, JobWorker, Sweep } from '#kernel/jobs';
import { firstIdAt, newId, type TenantSession } from '#kernel/persistence';
import { identityTables } from '../identity.tables.js';

/** Longer than the life of any challenge or state. */
const KEPT_MS = 3_600_000;

const insertProof = identityTables.statement(
  'use_sign_in_proof',
  { id: 'uuid', hash: 'bytea', expiresAt: 'timestamptz' },
  `insert into sign_in_proofs (organization_id, id, hash, expires_at) values (:organization, :id, :hash, :expiresAt)
   on conflict do nothing`,
);

/** Uses up a challenge or a state, by its hash, in the transaction that it serves. False if it was used before. */
export async function isFirstUse(tenant: TenantSession, hash: Buffer, expiresAt: Date): Promise<boolean> {
  return (await tenant.execute(insertProof, { id: newId(), hash, expiresAt })) === 1;
}

/** The same at a door. Throws 401 if it was used before. */
export async function useProof(tenant: TenantSession, hash: Buffer, expiresAt: Date): Promise<void> {
  if (!(await isFirstUse(tenant, hash, expiresAt))) throw signInFailed();
}

const deleteOld = deleteOlder(identityTables, 'sign_in_proofs');

/** Deletes the hashes of proofs that have expired. */
@Injectable()
export class ProofSweep extends Sweep {
  readonly name = 'sign_in_proofs';

  constructor(jobs: JobWorker) {
    super();
    jobs.add(this);
  }

  protected sweep(tenant: TenantSession, now: Date): Promise<number> {
    return tenant.execute(deleteOld, { before: firstIdAt(now.getTime() - KEPT_MS) });
  }
}
