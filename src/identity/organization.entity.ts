import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A tenant. Global, like accounts and API keys: the three tables that no tenant owns. */
@Entity({ name: 'organizations' })
export class OrganizationEntity {
  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'timestamptz' })
  createdAt: Date;
}
