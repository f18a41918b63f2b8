import { Injectable } from '@nestjs/common';
import { Database } from '#kernel/work';
import { SecretKeys } from '#kernel/secrets';
import { webhookTables } from '../webhooks.tables.js';
import { EndpointBox } from './endpoint-box.js';

/** A subscription counts once for each key that it needs: that of its secret and that of its endpoint. */
const countKeys = webhookTables
  .statement(
    'count_subscriptions_by_secret_key_of_all',
    {},
    `select key, count(*)::integer as subscriptions from (
       select id, encode(substring(secret_ciphertext, 1, 4), 'hex') as key from webhook_subscriptions
       where deleted_at is null
       union
       select id, encode(substring(endpoint_ciphertext, 1, 4), 'hex') from webhook_subscriptions
       where deleted_at is null and endpoint_ciphertext is not null) sealed
     group by key order by key`,
  )
  .returning<{ key: string; subscriptions: number }>();

const listOrganizations = webhookTables
  .statement(
    'list_organizations_with_subscriptions_of_all',
    {},
    'select distinct organization_id as id from webhook_subscriptions where deleted_at is null',
  )
  .returning<{ id: string }>();

// FOR UPDATE blocks rotations, and requests that are about to be signed.
const lockAll = webhookTables
  .statement(
    'lock_subscriptions_to_reseal',
    {},
    `select id, endpoint_ciphertext as "endpointCiphertext", secret_ciphertext as secret, endpoint_url as "endpointUrl"
     from webhook_subscriptions
     where organization_id = :organization and deleted_at is null order by id for update`,
  )
  .returning<{ id: string; endpointUrl: string; endpointCiphertext: Buffer | null; secret: Buffer }>();

const store = webhookTables.statement(
  'store_resealed_subscription',
  { id: 'uuid', secret: 'bytea', endpoint: 'bytea' },
  `update webhook_subscriptions set secret_ciphertext = :secret, endpoint_ciphertext = :endpoint
   where organization_id = :organization and id = :id`,
);

/** The number of subscriptions that need a key of SECRET_KEYS. */
export interface SecretKeyUse {
  key: string;
  /** `missing`: not in SECRET_KEYS. */
  state: 'current' | 'old' | 'missing';
  subscriptions: number;
}

export interface Resealing {
  resealed: number;
  unreadable: { organizationId: string; subscriptionId: string }[];
}

/** Lets an operator end a rotation of SECRET_KEYS. The secrets stay the same, so nothing is audited. */
@Injectable()
export class SubscriptionSecrets {
  constructor(
    private readonly database: Database,
    private readonly keys: SecretKeys,
    private readonly endpoints: EndpointBox,
  ) {}

  /** For each configured key, and each further one that a subscription needs. */
  async useOfKeys(): Promise<SecretKeyUse[]> {
    const counted = new Map(
      (await this.database.listWork(countKeys)).map(({ key, subscriptions }) => [key, subscriptions]),
    );
    const configured = this.keys.encryptionKeyIds;
    return [...new Set([...configured, ...counted.keys()])].map((key) => ({
      key,
      state: key === configured[0] ? 'current' : configured.includes(key) ? 'old' : 'missing',
      subscriptions: counted.get(key) ?? 0,
    }));
  }

  /** Encrypts all secrets and endpoints with the current key; names the subscriptions for which a key is missing. */
  async reseal(): Promise<Resealing> {
    const resealing: Resealing = { resealed: 0, unreadable: [] };
    for (const { id } of await this.database.listWork(listOrganizations)) await this.resealOne(id, resealing);
    return resealing;
  }

  private async resealOne(organizationId: string, resealing: Resealing): Promise<void> {
    await this.database.inTenant(organizationId, async (tenant) => {
      for (const row of await tenant.query(lockAll)) {
        const { secret, endpointCiphertext: endpoint, isWhole } = this.endpoints.reseal(organizationId, row.id, row);
        if (!isWhole) resealing.unreadable.push({ organizationId, subscriptionId: row.id });
        if (secret === row.secret && endpoint === row.endpointCiphertext) continue;
        void tenant.execute(store, { id: row.id, secret, endpoint });
        resealing.resealed += 1;
      }
    });
  }
}
