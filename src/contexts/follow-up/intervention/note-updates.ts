import type { UnitOfWork } from '#kernel/work';
import { InterventionUpdateEntity } from './intervention-update.entity.js';
import type { InterventionEntity } from './intervention.entity.js';

/** Stores that the caller has updated the interventions, for the timelines of their enrollments. */
export function noteUpdates(
  uow: UnitOfWork,
  interventions: readonly Pick<InterventionEntity, 'id' | 'enrollmentId'>[],
): void {
  const made = { updatedBy: uow.caller.accountId, madeAt: uow.now };
  uow.insertAll(
    InterventionUpdateEntity,
    interventions.map(({ id, enrollmentId }) => ({ interventionId: id, enrollmentId, ...made })),
  );
}
