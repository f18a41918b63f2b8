import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { notFound } from '../platform/errors/service-error.js';
import { listPage } from '../platform/lists/list-page.js';
import type { Page } from '../platform/lists/page.js';
import type { Scope } from '../platform/persistence/scope.js';
import { statement } from '../platform/persistence/statement.js';
import type { Change, NewRow } from '../platform/persistence/tenant-entity.js';
import type { UnitOfWork } from '../platform/persistence/unit-of-work.js';
import { CohortPhaseEntity } from './cohort-phase.entity.js';
import type { CohortsQuery } from './cohort.dto.js';
import { CohortEntity } from './cohort.entity.js';
import { SEATED } from './occupancy.js';

// FOR SHARE: archiving the program waits, other new cohorts do not.
const lockProgram = statement<{ status: string }>(
  'lock_program_of_new_cohort',
  'select status from programs where organization_id = $1 and id = $2 for share',
);

const countSeats = statement<{ seats: number }>(
  'count_cohort_seats',
  `select count(*)::integer as seats from enrollments
   where organization_id = $1 and cohort_id = $2 and status in (${SEATED})`,
);

const countSeatsOfSeveral = statement<{ cohort_id: string; seats: number }>(
  'count_seats_of_cohorts',
  `select cohort_id, count(*)::integer as seats from enrollments
   where organization_id = $1 and cohort_id = any($2::uuid[]) and status in (${SEATED})
   group by cohort_id`,
);

// Out of the way of the unique index, so that positions can be swapped one row at a time.
const clearPositions = statement(
  'clear_phase_positions',
  'update cohort_phases set position = -position where organization_id = $1 and cohort_id = $2',
);

const deletePhases = statement(
  'delete_cohort_phases',
  'delete from cohort_phases where organization_id = $1 and cohort_id = $2 and id = any($3::uuid[])',
);

@Injectable()
export class CohortRepository {
  /** Locks the row until the end of the unit: configuring and enrolling wait for each other. Throws 404. */
  async getForUpdate(uow: UnitOfWork, id: string): Promise<CohortEntity> {
    const cohort = await uow.manager.findOne(CohortEntity, {
      where: { organizationId: uow.organizationId, id },
      lock: { mode: 'pessimistic_write' },
    });
    if (!cohort) throw notFound();
    return cohort;
  }

  /** Throws 404. */
  async get(scope: Scope, id: string): Promise<CohortEntity> {
    const cohort = await scope.manager.findOneBy(CohortEntity, { organizationId: scope.organizationId, id });
    if (!cohort) throw notFound();
    return cohort;
  }

  list(scope: Scope, query: CohortsQuery): Promise<Page<CohortEntity>> {
    const { programId, status } = query;
    return listPage(scope, CohortEntity, query, { equal: { programId, status } }, (cohort) => cohort);
  }

  /** The program's status, kept from changing until the end of the unit. Throws 404. */
  async lockProgramStatus(uow: UnitOfWork, programId: string): Promise<string> {
    const [row] = await uow.query(lockProgram, [programId]);
    if (!row) throw notFound();
    return row.status;
  }

  add(uow: UnitOfWork, cohort: NewRow<CohortEntity>): void {
    uow.insert(CohortEntity, cohort);
  }

  addPhase(uow: UnitOfWork, phase: NewRow<CohortPhaseEntity>): void {
    uow.insert(CohortPhaseEntity, phase);
  }

  /** Seats taken, by cohort; a cohort without any is missing. */
  async countSeatsOfSeveral(scope: Scope, cohortIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await scope.query(countSeatsOfSeveral, [cohortIds]);
    return new Map(rows.map((row) => [row.cohort_id, row.seats]));
  }

  async listPhasesOfSeveral(scope: Scope, cohortIds: readonly string[]): Promise<CohortPhaseEntity[]> {
    return scope.manager.findBy(CohortPhaseEntity, {
      organizationId: scope.organizationId,
      cohortId: In([...cohortIds]),
    });
  }

  async countSeats(scope: Scope, cohortId: string): Promise<number> {
    const [row] = await scope.query(countSeats, [cohortId]);
    return row.seats;
  }

  /** In order. */
  async listPhases(scope: Scope, cohortId: string): Promise<CohortPhaseEntity[]> {
    return scope.manager.find(CohortPhaseEntity, {
      where: { organizationId: scope.organizationId, cohortId },
      order: { position: 'ASC' },
    });
  }

  update(uow: UnitOfWork, id: string, change: Change<CohortEntity>): void {
    uow.update(CohortEntity, id, change);
  }

  /** Makes the list the cohort's phases: those of `before` that are missing go, the others keep their identity. */
  replacePhases(
    uow: UnitOfWork,
    cohortId: string,
    before: readonly CohortPhaseEntity[],
    after: readonly Pick<CohortPhaseEntity, 'id' | 'name' | 'position'>[],
  ): void {
    const kept = new Set(after.map((phase) => phase.id));
    const removed = before.map((phase) => phase.id).filter((id) => !kept.has(id));
    const known = new Set(before.map((phase) => phase.id));
    uow.queue(clearPositions, [cohortId]);
    if (removed.length > 0) uow.queue(deletePhases, [cohortId, removed]);
    for (const { id, name, position } of after) {
      if (known.has(id)) uow.update(CohortPhaseEntity, id, { name, position });
      else uow.insert(CohortPhaseEntity, { id, cohortId, name, position });
    }
  }
}
