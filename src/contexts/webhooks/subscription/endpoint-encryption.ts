import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Database } from '#kernel/persistence/database.js';
import { webhookTables } from '../webhooks.tables.js';
import { EndpointBox } from './endpoint-box.js';

const BATCH = 200;

const listOrganizations = webhookTables
  .statement('list_organizations_with_endpoints', {}, 'select id from organizations')
  .returning<{ id: string }>();

const lockPlain = webhookTables
  .statement(
    'lock_plain_webhook_endpoints',
    {},
    `select id, endpoint_url as "endpointUrl" from webhook_subscriptions
     where organization_id = :organization and endpoint_ciphertext is null and endpoint_url ~ '[?#@]'
     order by id limit ${BATCH} for update`,
  )
  .returning<{ id: string; endpointUrl: string }>();

const seal = webhookTables.statement(
  'seal_webhook_endpoint',
  { id: 'uuid', endpointUrl: 'text', ciphertext: 'bytea' },
  `update webhook_subscriptions set endpoint_url = :endpointUrl, endpoint_ciphertext = :ciphertext
   where organization_id = :organization and id = :id`,
);

/** At startup, encrypts the endpoint URLs that an earlier version stored. Several processes may do so. */
@Injectable()
export class EndpointEncryption implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(EndpointEncryption.name);
  private running: Promise<void> | undefined;
  private stopping = false;

  constructor(
    private readonly database: Database,
    private readonly endpoints: EndpointBox,
  ) {}

  /** Not awaited by the start: rows that are not yet encrypted are read as they are. */
  onApplicationBootstrap(): void {
    this.running = this.runOnce().then(
      () => undefined,
      (error: unknown) => this.logger.warn(`encrypting endpoint URLs failed: ${String(error)}`),
    );
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    await this.running;
  }

  /** Returns the number of encrypted URLs. */
  async runOnce(): Promise<number> {
    let sealed = 0;
    for (const { id } of await this.database.query(listOrganizations)) {
      if (this.stopping) break;
      let found: number;
      do sealed += found = await this.encrypt(id);
      while (found > 0);
    }
    return sealed;
  }

  private encrypt(organizationId: string): Promise<number> {
    return this.database.inTenant(organizationId, async (tenant) => {
      let sealed = 0;
      for (const { id, endpointUrl } of await tenant.query(lockPlain)) {
        const stored = this.endpoints.seal(organizationId, id, endpointUrl);
        // An `@` in the path is no secret.
        if (stored.endpointCiphertext === null) continue;
        sealed += await tenant.execute(seal, {
          id,
          endpointUrl: stored.endpointUrl,
          ciphertext: stored.endpointCiphertext,
        });
      }
      return sealed;
    });
  }
}
