import { NamedResources } from '#contexts/identity/identity.public.js';
import { Instant, NameIn, OpenObject, Text, Uuid } from '#kernel/fields';
import { AUDIT_ACTIONS, AUDIT_TARGET_TYPES } from '#kernel/events';
import { TrailQuery } from '../trail-query.js';

export class AuditEntriesQuery extends TrailQuery {
  @Text({ optional: true, description: 'Type of the changed resource', example: 'program' }) targetType?: string;
  @Uuid({ optional: true, description: 'Id of the changed resource' }) targetId?: string;
  @Uuid({ optional: true, description: 'Account of the actor' }) actorId?: string;
  @Text({ optional: true, description: 'Action', example: 'program.restored' }) action?: string;
  @Text({ optional: true, description: 'Correlation id of the request', example: 'nightly-import-42' })
  correlationId?: string;
}

export class StoredAuditEntry {
  @Uuid({ description: 'Audit entry identifier' }) id: string;
  @NameIn(AUDIT_ACTIONS, { description: 'Action', example: 'program.restored' }) action: string;
  @NameIn(AUDIT_TARGET_TYPES, { description: 'Type of the changed resource', example: 'program' }) targetType: string;
  @Uuid({ description: 'Id of the changed resource' }) targetId: string;
  @Uuid({ nullable: true, description: 'Account of the actor; null for the service' }) actorId: string | null;
  @Uuid({ nullable: true, description: 'API key of the request; null for a sign-in, the service and the command line' })
  apiKeyId: string | null;

  @Uuid({ nullable: true, description: 'Sign-in of the request; null for an API key', example: null })
  signInId: string | null;

  @Text({ description: 'Correlation id of the request' }) correlationId: string;
  @Instant({ description: 'Time of the change, UTC' }) occurredAt: string;

  @OpenObject({ description: 'Changed fields', example: { status: { from: 'archived', to: 'active' } } })
  changes: Record<string, unknown>;
}

export class AuditEntry extends StoredAuditEntry {
  @Text({ nullable: true, description: 'Name of the actor; null for the service', example: 'Ana Coach' })
  actorName: string | null;

  @Text({ nullable: true, description: 'Name of the API key', example: 'Student information system' })
  apiKeyName: string | null;

  @Uuid({
    nullable: true,
    description: 'Account that created the API key, if that is not the actor: both may know the key',
    example: null,
  })
  apiKeyCreatedBy: string | null;
}

export const AUDIT_ENTRIES = new NamedResources(AuditEntry, { actorName: 'actorId' });
