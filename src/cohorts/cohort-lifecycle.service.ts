import { Injectable } from '@nestjs/common';
import { conflict, invalidField } from '../platform/errors/service-error.js';
import { checkMove } from '../platform/operations/transitions.js';
import type { UnitOfWork } from '../platform/persistence/unit-of-work.js';
import type { MoveCohortPhaseRequest, MoveCohortStatusRequest } from './cohort-lifecycle.dto.js';
import { cohortPhaseMoved, cohortStatusChanged } from './cohort-lifecycle.operations.js';
import { toCohort, type Cohort } from './cohort.dto.js';
import { CohortRepository } from './cohort.repository.js';
import { COHORT_MOVES, isClosed } from './cohort.transitions.js';

/** What moves a cohort through its life and its phases; its configuration is left alone. */
@Injectable()
export class CohortLifecycleService {
  constructor(private readonly cohorts: CohortRepository) {}

  async moveStatus(uow: UnitOfWork, id: string, { status }: MoveCohortStatusRequest): Promise<Cohort> {
    const cohort = await this.cohorts.getForUpdate(uow, id);
    checkMove('cohort', COHORT_MOVES, cohort.status, status);
    const phases = await this.cohorts.listPhases(uow, id);
    const occupancy = await this.cohorts.countSeats(uow, id);
    this.cohorts.update(uow, id, { status, updatedAt: uow.now });
    uow.record(cohortStatusChanged, {
      targetId: id,
      changes: { status: { from: cohort.status, to: status } },
      data: { cohortId: id, from: cohort.status, to: status },
    });
    return toCohort({ ...cohort, status }, phases, occupancy);
  }

  async movePhase(uow: UnitOfWork, id: string, { phaseId }: MoveCohortPhaseRequest): Promise<Cohort> {
    const cohort = await this.cohorts.getForUpdate(uow, id);
    if (isClosed(cohort.status)) throw conflict('The cohort is closed.');
    const phases = await this.cohorts.listPhases(uow, id);
    if (phaseId !== null && !phases.some((phase) => phase.id === phaseId)) {
      throw invalidField('phaseId', 'must be a phase of this cohort');
    }
    const occupancy = await this.cohorts.countSeats(uow, id);
    const from = cohort.currentPhaseId;
    if (from === phaseId) uow.recordQuietly(id, {});
    else {
      this.cohorts.update(uow, id, { currentPhaseId: phaseId, updatedAt: uow.now });
      uow.record(cohortPhaseMoved, {
        targetId: id,
        changes: { currentPhaseId: { from, to: phaseId } },
        data: { cohortId: id, from, to: phaseId },
      });
    }
    return toCohort({ ...cohort, currentPhaseId: phaseId }, phases, occupancy);
  }
}
