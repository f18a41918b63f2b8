import type { Caller } from '../access/caller.js';
import type { EntityClass } from '../internals/typeorm.js';
import { newId } from '../persistence/new-id.js';
import type { InsertedRow, NewRow, TenantEntity } from '../persistence/tenant-entity.js';
import { TenantSession } from '../persistence/tenant-session.js';
import type { Changes } from '../persistence/field-changes.js';
import { UnitOfWork } from './unit-of-work.js';

/** A member of the organization, whom rows name that cannot do without: the service itself is nobody. */
export interface OnBehalfOf {
  memberId: string;
  accountId: string;
}

/** A change of the service itself, in the transaction of a job or of a door: nobody has asked for it with a key. */
export class ServiceUnit extends UnitOfWork {
  static within(session: TenantSession, now: Date, behalf: OnBehalfOf, correlationId = newId()): ServiceUnit {
    const caller: Caller = {
      ...{ organizationId: session.organizationId, ...behalf, apiKeyId: null, role: 'MEMBER' },
      ...{ businessRoles: [], keyScopes: [] },
    };
    return new ServiceUnit(caller, now, TenantSession.connectionOf(session), correlationId);
  }

  override get actorId(): null {
    return null;
  }

  /** Row by row: there is no Idempotency-Key from whose row the organization comes. */
  override insertAll<Entity extends TenantEntity>(
    entity: EntityClass<Entity>,
    rows: readonly InsertedRow<Entity>[],
  ): NewRow<Entity>[] {
    return rows.map((row) => this.insert(entity, row));
  }

  /** For its trail. */
  get changedFields(): Changes {
    return this.fieldChanges;
  }
}
