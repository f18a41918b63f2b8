import { PrimaryColumn } from 'typeorm';

/** The columns that every tenant table begins with. */
export abstract class TenantEntity {
  @PrimaryColumn({ type: 'uuid' })
  organizationId: string;

  @PrimaryColumn({ type: 'uuid' })
  id: string;
}

/** What a new row is made of: the unit of work adds the organization. */
export type NewRow<Entity extends TenantEntity> = Omit<Entity, 'organizationId'>;

/** The columns that a change sets. */
export type Change<Entity extends TenantEntity> = Partial<Omit<Entity, 'organizationId' | 'id'>>;
