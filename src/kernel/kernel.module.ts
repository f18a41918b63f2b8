import { Module, type DynamicModule, type OnModuleInit, type Provider } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Authenticator } from './authentication/authenticator.js';
import { KeyUsage } from './authentication/key-usage.js';
import { RelyingParty } from './authentication/relying-party.js';
import { SignInSettings } from './authentication/sign-in.settings.js';
import { UsageCounts } from './authentication/usage-counts.js';
import { Clock } from './clock/clock.js';
import { IdempotencySweep } from './idempotency/idempotency-sweep.js';
import { IdempotencyStore } from './idempotency/idempotency.store.js';
import { JobWorker } from './jobs/job-worker.js';
import { Metrics } from './metrics/metrics.js';
import { declaredEntities, type EntityClass } from './internals/typeorm.js';
import { AddressResolver } from './outgoing/address-resolver.js';
import { GuardedFetch } from './outgoing/guarded-fetch.js';
import { OperationRegistry } from './operations/operation-registry.js';
import { OperationRunner } from './operations/operation-runner.js';
import { ShownAddresses } from './operations/shown-addresses.js';
import { WriteRunner } from './operations/write-runner.js';
import { ConnectionQueue } from './persistence/connection-queue.js';
import { dataSourceOptions } from './persistence/data-source.js';
import { Database } from './work/database.js';
import { DatabaseMetrics } from './work/database-metrics.js';
import { JobSignal } from './work/job-signal.js';
import { DatabaseSettings } from './persistence/database.settings.js';
import { SilentServer } from './persistence/silent-server.js';
import { PositionSamples } from './persistence/position-samples.js';
import { rowForms } from './persistence/row-statements.js';
import { ReadRouter } from './standby/read-router.js';
import { Standby } from './standby/standby.js';
import { StandbyMetrics } from './standby/standby-metrics.js';
import { SecretBox } from './secrets/secret-box.js';
import { SecretKeys } from './secrets/secret-keys.js';
import { AddressSettings } from './settings/address.settings.js';
import type { Configuration } from './settings/configuration.js';
import { EventNotices } from './trail/event-notices.js';
import { OutboxSignal } from './trail/outbox-signal.js';

/** The configuration of the kernel, which is known before the application is created. */
export interface Runtime {
  configuration: Configuration;
  databaseUrl: string;
  secretKeys: readonly Buffer[];
}

@Module({})
export class KernelModule implements OnModuleInit {
  constructor(private readonly dataSource: DataSource) {}

  onModuleInit(): void {
    for (const { target } of this.dataSource.entityMetadatas) rowForms(target as EntityClass);
  }

  static forRuntime({ configuration, databaseUrl, secretKeys }: Runtime): DynamicModule {
    const { DATABASE_POOL_SIZE } = configuration.get(DatabaseSettings);
    const options = dataSourceOptions(databaseUrl, DATABASE_POOL_SIZE);
    const providers: Provider[] = [
      ...configuration.all().map(([provide, useValue]) => ({ provide, useValue })),
      {
        provide: RelyingParty,
        useFactory: (address: AddressSettings, signIn: SignInSettings) => new RelyingParty(address, signIn),
        inject: [AddressSettings, SignInSettings],
      },
      { provide: SecretKeys, useFactory: () => new SecretKeys(secretKeys) },
      ...[Clock, Metrics, SecretBox, OutboxSignal, ConnectionQueue, SilentServer, JobSignal, Database, DatabaseMetrics],
      {
        provide: EventNotices,
        useFactory: noticesFor(databaseUrl),
        inject: [DatabaseSettings, OutboxSignal, SilentServer],
      },
      ...[PositionSamples, Standby, StandbyMetrics, ReadRouter],
      ...[Authenticator, KeyUsage, UsageCounts, IdempotencyStore, IdempotencySweep, JobWorker],
      ...[OperationRegistry, OperationRunner, ShownAddresses, WriteRunner],
      ...[AddressResolver, GuardedFetch],
    ];
    return {
      module: KernelModule,
      global: true,
      imports: [DiscoveryModule, TypeOrmModule.forRoot({ ...options, entities: declaredEntities(), retryAttempts: 0 })],
      providers,
      exports: providers,
    };
  }
}

/** A pooler would give the connection that listens to others: with one, notices need a URL of their own. */
function noticesFor(databaseUrl: string) {
  return (
    { NOTIFY_DATABASE_URL, DATABASE_STATEMENTS }: DatabaseSettings,
    signal: OutboxSignal,
    silentServer: SilentServer,
  ): EventNotices => {
    const url = NOTIFY_DATABASE_URL ?? (DATABASE_STATEMENTS === 'named' ? databaseUrl : undefined);
    const notices = new EventNotices(url, signal);
    silentServer.onLeft(() => notices.renew());
    return notices;
  };
}
