import { Column, Entity } from 'typeorm';
import { TenantEntity } from '#kernel/persistence';

/** When places of a cohort are sold, and how many are not. The id is that of the cohort. */
@Entity({ name: 'sales_windows' })
export class SalesWindowEntity extends TenantEntity {
  @Column({ type: 'timestamptz', nullable: true }) opensAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) closesAt: Date | null;

  /** Seats that are not sold; enrolling, imports and transfers may use them. */
  @Column({ type: 'integer' }) keptBack: number;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz' }) updatedAt: Date;
}
