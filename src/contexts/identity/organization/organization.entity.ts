import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A tenant. Organizations, accounts and API keys are the global tables. */
@Entity({ name: 'organizations' })
export class OrganizationEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'timestamptz' }) createdAt: Date;
}
