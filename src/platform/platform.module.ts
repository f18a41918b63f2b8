import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ApiKeyUsage } from './access/api-key-usage.js';
import { Authenticator } from './access/authenticator.js';
import { AuditEntryController } from './audit/audit-entry.controller.js';
import { AuditEntryEntity } from './audit/audit-entry.entity.js';
import { AuditEntryRepository } from './audit/audit-entry.repository.js';
import { AuditEntryService } from './audit/audit-entry.service.js';
import { Clock } from './clock/clock.js';
import { Settings } from './config/settings.js';
import { EventController } from './events/event.controller.js';
import { EventEntity } from './events/event.entity.js';
import { EventRepository } from './events/event.repository.js';
import { EventService } from './events/event.service.js';
import { OutboxSignal } from './events/outbox-signal.js';
import { HealthController } from './health/health.controller.js';
import { Readiness } from './health/readiness.js';
import { ApiKeyGuard } from './http/api-key.guard.js';
import { EnvelopeInterceptor } from './http/envelope.interceptor.js';
import { ErrorFilter } from './http/error.filter.js';
import { OperationInterceptor } from './http/operation.interceptor.js';
import { RoleGuard } from './http/role.guard.js';
import { IdempotencySweep } from './idempotency/idempotency-sweep.js';
import { IdempotencyStore } from './idempotency/idempotency.store.js';
import { Metrics } from './metrics/metrics.js';
import { MetricsController } from './metrics/metrics.controller.js';
import { OperationRegistry } from './operations/operation-registry.js';
import { OperationRunner } from './operations/operation-runner.js';
import { WriteRunner } from './operations/write-runner.js';
import { ConnectionQueue } from './persistence/connection-queue.js';
import { dataSourceOptions } from './persistence/data-source.js';
import { Database } from './persistence/database.js';
import { SecretBox } from './secrets/secret-box.js';
import { SecretKeys } from './secrets/secret-keys.js';

/** What is known before the first module is made: the settings, the database to use and the secret keys. */
export interface Runtime {
  settings: Settings;
  databaseUrl: string;
  secretKeys: readonly Buffer[];
}

const SHARED = [
  Authenticator,
  Clock,
  ConnectionQueue,
  Database,
  OperationRegistry,
  OperationRunner,
  WriteRunner,
  SecretBox,
  IdempotencyStore,
  Metrics,
  OutboxSignal,
];

/** Everything that no context owns. Guards run in the order given here, and the first interceptor is the outer one. */
@Module({})
export class PlatformModule {
  static forRuntime(runtime: Runtime): DynamicModule {
    return {
      module: PlatformModule,
      global: true,
      imports: [
        DiscoveryModule,
        TypeOrmModule.forRoot({
          ...dataSourceOptions(runtime.databaseUrl, runtime.settings.DATABASE_POOL_SIZE),
          autoLoadEntities: true,
          retryAttempts: 0,
        }),
        TypeOrmModule.forFeature([AuditEntryEntity, EventEntity]),
      ],
      controllers: [HealthController, MetricsController, AuditEntryController, EventController],
      providers: [
        { provide: Settings, useValue: runtime.settings },
        { provide: SecretKeys, useFactory: () => new SecretKeys(runtime.secretKeys) },
        ...SHARED,
        ApiKeyUsage,
        IdempotencySweep,
        Readiness,
        AuditEntryService,
        AuditEntryRepository,
        EventService,
        EventRepository,
        { provide: APP_GUARD, useClass: ApiKeyGuard },
        { provide: APP_GUARD, useClass: RoleGuard },
        { provide: APP_INTERCEPTOR, useClass: EnvelopeInterceptor },
        { provide: APP_INTERCEPTOR, useClass: OperationInterceptor },
        { provide: APP_FILTER, useClass: ErrorFilter },
      ],
      exports: [Settings, SecretKeys, ...SHARED],
    };
  }
}
