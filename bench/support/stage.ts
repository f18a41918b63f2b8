import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import '../../src/app.module.js';
import { hashApiKey, issueApiKey } from '#kernel/authentication';
import { startEmbeddedCluster, type EmbeddedCluster } from '#runtime/embedded-database/cluster.js';
import { migrate } from '#kernel/persistence';
import { SecretKeys } from '#kernel/secrets';
import { migrations } from '../../migrations/list.js';
import { uuid } from './ids.js';

/** 800 MB, below `max_wal_size`. */
const LOG_SEGMENTS = 50;

export const SECRET_KEY = Buffer.alloc(32, 9);

/** A durable database with one organization: fsync, synchronous_commit and row-level security are on. */
export interface Stage {
  cluster: EmbeddedCluster;
  dataDir: string;
  /** Superuser, for loading rows only. */
  admin: pg.Client;
  organizationId: string;
  ownerAccountId: string;
  ownerMemberId: string;
  apiKey: string;
  close: () => Promise<void>;
}

/** `migrate` sets the schema up, by default that of this build. */
export async function openStage({
  migrate: setUp = ({ ownerUrl, serviceUrl }: EmbeddedCluster): Promise<unknown> =>
    migrate(ownerUrl, serviceUrl, migrations),
} = {}): Promise<Stage> {
  const dataDir = mkdtempSync(join(tmpdir(), 'delivery-bench-'));
  const cluster = await startEmbeddedCluster({ dataDir, durable: true });
  await setUp(cluster);
  const adminUrl = new URL(cluster.adminUrl);
  adminUrl.pathname = '/delivery';
  const admin = new pg.Client(adminUrl.href);
  await admin.connect();
  await recycleLog(admin);
  const organization = await addOrganization(admin);
  return {
    cluster,
    dataDir,
    admin,
    ...organization,
    close: async () => {
      await admin.end();
      await cluster.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Writes the WAL segments that a checkpoint leaves for recycling, as in a database that has run for a while: commits
 * would otherwise wait for new segments to be zero-filled.
 */
async function recycleLog(admin: pg.Client): Promise<void> {
  for (let segment = 0; segment < LOG_SEGMENTS; segment += 1) {
    await admin.query(`select pg_logical_emit_message(false, 'bench', 'fill')`);
    await admin.query('select pg_switch_wal()');
  }
  await admin.query('checkpoint');
}

/** An organization with one member, by default its OWNER, and a key. */
export async function addOrganization(
  admin: pg.Client,
  role: 'OWNER' | 'MEMBER' = 'OWNER',
): Promise<Pick<Stage, 'organizationId' | 'ownerAccountId' | 'ownerMemberId' | 'apiKey'>> {
  const [organizationId, ownerAccountId, ownerMemberId] = [uuid(), uuid(), uuid()];
  await admin.query('insert into organizations values ($1, $2, now())', [organizationId, 'Lighthouse Academy']);
  await admin.query('insert into accounts values ($1, $2, $3, now())', [
    ownerAccountId,
    `${ownerAccountId}@example.com`,
    'Ada Example',
  ]);
  await admin.query(`insert into members values ($1, $2, $3, 'Ada Example', $4, 'active', now())`, [
    organizationId,
    ownerMemberId,
    ownerAccountId,
    role,
  ]);
  const ids = { organizationId, ownerAccountId, ownerMemberId };
  return { ...ids, apiKey: await addApiKey(admin, ids, ownerMemberId) };
}

/** Returns the new key of a member. */
export async function addApiKey(
  admin: pg.Client,
  { organizationId, ownerAccountId }: Pick<Stage, 'organizationId' | 'ownerAccountId'>,
  memberId: string,
): Promise<string> {
  const key = issueApiKey(uuid());
  const hash = hashApiKey(key.parts, new SecretKeys([SECRET_KEY]).apiKeyPeppers[0]);
  await admin.query(
    `insert into api_keys (id, organization_id, member_id, name, secret_hash, scopes, created_by, created_at)
     values ($1, $2, $3, 'Bench', $4, '{}', $5, now())`,
    [key.parts.id, organizationId, memberId, hash, ownerAccountId],
  );
  return key.text;
}
