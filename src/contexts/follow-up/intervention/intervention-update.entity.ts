import { Column, Entity } from 'typeorm';
import { TenantEntity } from '#kernel/persistence';

/** An update of a planned intervention. It goes along with the intervention to another enrollment. */
@Entity({ name: 'intervention_updates' })
export class InterventionUpdateEntity extends TenantEntity {
  @Column({ type: 'uuid' }) enrollmentId: string;
  @Column({ type: 'uuid' }) interventionId: string;
  @Column({ type: 'uuid' }) updatedBy: string;
  @Column({ type: 'timestamptz' }) madeAt: Date;
}
