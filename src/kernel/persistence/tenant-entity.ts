import { PrimaryColumn } from 'typeorm';

/** The columns that every tenant table begins with. */
export abstract class TenantEntity {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) id: string;
}

/** A row without its organization, which the unit of work adds. */
export type NewRow<Entity extends TenantEntity> = Omit<Entity, 'organizationId'>;

type NullableColumn<Entity> = { [Name in keyof Entity]: null extends Entity[Name] ? Name : never }[keyof Entity];

/** Columns that the unit of work fills in by default: a new id, the caller's account, the instant of the request. */
type FilledColumn = 'id' | 'createdBy' | 'createdAt' | 'updatedAt';

/** The columns to insert; nullable columns may be left out. */
export type InsertedRow<Entity extends TenantEntity> = Omit<NewRow<Entity>, NullableColumn<Entity> | FilledColumn> &
  Partial<NewRow<Entity>>;

export type Change<Entity extends TenantEntity> = Partial<Omit<Entity, 'organizationId' | 'id'>>;
