import { Injectable } from '@nestjs/common';
import { notFound } from '#kernel/errors';
import { schedule } from '#kernel/jobs';
import { changedMeanwhile } from '#kernel/persistence';
import type { Scope, UnitOfWork } from '#kernel/work';
import { PaymentProviderEntity } from '../provider/payment-provider.entity.js';
import { ProviderSecrets } from '../provider/provider-secrets.js';
import { sellingTables } from '../selling.tables.js';
import {
  toConnection,
  type ConnectPaymentProviderRequest,
  type PaymentProviderConnection,
  type PaymentProviders,
} from './connection.dto.js';
import { CONNECTION_JOB } from './connection.job.js';
import { paymentsUnderWay, providerConnected, providerDisconnected } from './connection.operations.js';

const DAY = 86_400_000;

const listProviders = sellingTables
  .statement(
    'list_payment_providers',
    {},
    `select id, kind, status, account_id as "accountId", livemode, return_url as "returnUrl", last_error as "lastError",
       last_event_at as "lastEventAt", last_reconciled_at as "lastReconciledAt", repaired, created_at as "createdAt",
       updated_at as "updatedAt"
     from payment_providers where organization_id = :organization`,
  )
  .returning<PaymentProviderEntity>();

const lockProvider = sellingTables
  .statement(
    'lock_payment_provider',
    {},
    `select id from payment_providers where organization_id = :organization and kind = 'stripe' for update`,
  )
  .returning<{ id: string }>();

// The first request of two at once inserts it.
const insertProvider = sellingTables.statement(
  'insert_payment_provider',
  {
    ...{ id: 'uuid', returnUrl: 'text', secretKey: 'bytea', webhookSecret: 'bytea', by: 'uuid', at: 'timestamptz' },
  },
  `insert into payment_providers (organization_id, id, kind, status, return_url, secret_key, webhook_secret, repaired,
     connected_by, created_at, updated_at)
   values (:organization, :id, 'stripe', 'validating', :returnUrl, :secretKey, :webhookSecret, 0, :by, :at, :at)
   on conflict (organization_id, kind) do nothing`,
);

const findUnderWay = sellingTables.statement(
  'find_payments_under_way',
  {},
  `select 1 where exists (select 1 from checkouts c where c.organization_id = :organization
       and c.status in ('preparing', 'open', 'processing'))
     or exists (select 1 from collections c where c.organization_id = :organization and c.status in ('sending', 'unknown'))
     or exists (select 1 from refunds r where r.organization_id = :organization and r.status = 'pending')`,
);

const dropUnsent = sellingTables.statement(
  'drop_unsent_provider_jobs',
  { now: 'timestamptz' },
  `update provider_jobs set status = 'dropped', finished_at = :now, next_at = null, request = null, updated_at = :now
   where organization_id = :organization and status = 'waiting'`,
);

@Injectable()
export class ConnectionService {
  constructor(private readonly secrets: ProviderSecrets) {}

  async list(scope: Scope): Promise<PaymentProviders> {
    return { items: (await scope.query(listProviders)).map(toConnection), nextCursor: null };
  }

  async connect(uow: UnitOfWork, request: ConnectPaymentProviderRequest): Promise<PaymentProviderConnection> {
    const before = await this.findForUpdate(uow);
    const row = before ? this.reconnect(uow, before, request) : await this.insert(uow, request);
    await schedule(uow, CONNECTION_JOB, uow.now);
    const { id: targetId, kind, livemode, returnUrl } = row;
    const changes = before ? {} : { status: row.status, returnUrl };
    uow.record(providerConnected, { targetId, changes, data: { kind, livemode } });
    return toConnection(row);
  }

  async disconnect(uow: UnitOfWork): Promise<PaymentProviderConnection> {
    const before = await this.findForUpdate(uow);
    if (!before || before.status === 'disconnected') throw notFound();
    if ((await uow.query(findUnderWay)).length > 0) throw paymentsUnderWay.error();
    await uow.execute(dropUnsent, { now: uow.now });
    const ended = { secretKey: null, webhookSecret: null, formerWebhookSecret: null, formerWebhookSecretUntil: null };
    const row = uow.change(PaymentProviderEntity, before, { status: 'disconnected', lastError: null, ...ended });
    const { id: targetId, kind, livemode } = row;
    uow.record(providerDisconnected, { targetId, data: { kind, livemode } });
    return toConnection(row);
  }

  private reconnect(
    uow: UnitOfWork,
    before: PaymentProviderEntity,
    { secretKey, webhookSecret, returnUrl }: ConnectPaymentProviderRequest,
  ): PaymentProviderEntity {
    const isConnected = before.webhookSecret !== null;
    const isSame =
      before.webhookSecret !== null &&
      this.secrets.holds(before, 'webhook_secret', before.webhookSecret, webhookSecret);
    return uow.change(PaymentProviderEntity, before, {
      ...{ status: 'validating', lastError: null, returnUrl },
      secretKey: this.secrets.seal(before, 'secret_key', secretKey),
      ...(!isSame && {
        webhookSecret: this.secrets.seal(before, 'webhook_secret', webhookSecret),
        formerWebhookSecret: before.webhookSecret,
        formerWebhookSecretUntil: isConnected ? new Date(uow.now.getTime() + DAY) : null,
      }),
      // Another connection may have another account.
      ...(!isConnected && { accountId: null, livemode: null }),
    });
  }

  private async insert(
    uow: UnitOfWork,
    { secretKey, webhookSecret, returnUrl }: ConnectPaymentProviderRequest,
  ): Promise<PaymentProviderEntity> {
    const row = { organizationId: uow.organizationId, id: uow.newId() };
    const inserted = await uow.execute(insertProvider, {
      ...{ id: row.id, returnUrl, by: uow.caller.accountId, at: uow.now },
      secretKey: this.secrets.seal(row, 'secret_key', secretKey),
      webhookSecret: this.secrets.seal(row, 'webhook_secret', webhookSecret),
    });
    if (inserted === 0) throw changedMeanwhile();
    return uow.get(PaymentProviderEntity, row.id);
  }

  private async findForUpdate(uow: UnitOfWork): Promise<PaymentProviderEntity | null> {
    const [locked] = await uow.query(lockProvider);
    if (!locked) return null;
    await uow.locked(locked.id);
    return uow.get(PaymentProviderEntity, locked.id);
  }
}
