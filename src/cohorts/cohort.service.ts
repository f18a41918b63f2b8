import { Injectable } from '@nestjs/common';
import { conflict, invalidField } from '../platform/errors/service-error.js';
import type { Page } from '../platform/lists/page.js';
import type { Scope } from '../platform/persistence/scope.js';
import type { Change, NewRow } from '../platform/persistence/tenant-entity.js';
import type { UnitOfWork } from '../platform/persistence/unit-of-work.js';
import type { CohortPhaseEntity } from './cohort-phase.entity.js';
import {
  datesInOrder,
  toCohort,
  type Cohort,
  type CohortsQuery,
  type ConfigureCohortRequest,
  type CreateCohortRequest,
  type PhaseRequest,
} from './cohort.dto.js';
import type { CohortEntity } from './cohort.entity.js';
import { cohortConfigured, cohortCreated } from './cohort.operations.js';
import { CohortRepository } from './cohort.repository.js';
import { isClosed } from './cohort.transitions.js';

type Phase = Pick<CohortPhaseEntity, 'id' | 'name' | 'position'>;

@Injectable()
export class CohortService {
  constructor(private readonly cohorts: CohortRepository) {}

  async list(scope: Scope, query: CohortsQuery): Promise<Page<Cohort>> {
    const page = await this.cohorts.list(scope, query);
    const ids = page.items.map((cohort) => cohort.id);
    const seats = await this.cohorts.countSeatsOfSeveral(scope, ids);
    const phases = await this.cohorts.listPhasesOfSeveral(scope, ids);
    const items = page.items.map((cohort) =>
      toCohort(
        cohort,
        phases.filter((phase) => phase.cohortId === cohort.id),
        seats.get(cohort.id) ?? 0,
      ),
    );
    return { ...page, items };
  }

  async get(scope: Scope, id: string): Promise<Cohort> {
    const cohort = await this.cohorts.get(scope, id);
    const phases = await this.cohorts.listPhases(scope, id);
    return toCohort(cohort, phases, await this.cohorts.countSeats(scope, id));
  }

  async create(uow: UnitOfWork, programId: string, request: CreateCohortRequest): Promise<Cohort> {
    const programStatus = await this.cohorts.lockProgramStatus(uow, programId);
    if (programStatus === 'archived') throw conflict('The program is archived.');
    const { name, timezone, startDate = null, endDate = null, capacity = null } = request;
    const configured = { programId, name, timezone, startDate, endDate, capacity };
    const cohort: NewRow<CohortEntity> = {
      id: uow.newId(),
      ...configured,
      status: 'draft',
      currentPhaseId: null,
      createdAt: uow.now,
      updatedAt: uow.now,
    };
    const phases = (request.phases ?? []).map(({ name, position }): Phase => ({ id: uow.newId(), name, position }));
    this.cohorts.add(uow, cohort);
    for (const phase of phases) this.cohorts.addPhase(uow, { cohortId: cohort.id, ...phase });
    uow.record(cohortCreated, {
      targetId: cohort.id,
      changes: { ...configured, phases },
      data: { cohortId: cohort.id, programId, name },
    });
    return toCohort(cohort, phases, 0);
  }

  async configure(uow: UnitOfWork, id: string, request: ConfigureCohortRequest): Promise<Cohort> {
    const cohort = await this.cohorts.getForUpdate(uow, id);
    if (isClosed(cohort.status)) throw conflict('The cohort is closed.');
    const occupancy = await this.cohorts.countSeats(uow, id);
    const before = await this.cohorts.listPhases(uow, id);
    const change = configuredFields(request);
    checkConfiguration({ ...cohort, ...change }, request, occupancy);
    const after = request.phases ? arrangePhases(uow, cohort, before, request.phases) : before;

    const sent = Object.keys(request).filter((name) => request[name as keyof ConfigureCohortRequest] !== undefined);
    if (sent.length === 0) {
      uow.recordQuietly(id, {});
      return toCohort(cohort, before, occupancy);
    }
    this.cohorts.update(uow, id, { ...change, updatedAt: uow.now });
    if (request.phases) this.cohorts.replacePhases(uow, id, before, after);
    uow.record(cohortConfigured, {
      targetId: id,
      changes: { ...change, ...(request.phases ? { phases: after } : {}) },
      data: { cohortId: id, fields: sent },
    });
    return toCohort({ ...cohort, ...change }, after, occupancy);
  }
}

/** The columns that were sent; what was left out is left alone. */
function configuredFields(request: ConfigureCohortRequest): Change<CohortEntity> {
  const { name, startDate, endDate, timezone, capacity } = request;
  const fields = { name, startDate, endDate, timezone, capacity };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Rules that need the cohort as it will be: an omitted date keeps its stored value. */
function checkConfiguration(merged: CohortEntity, request: ConfigureCohortRequest, occupancy: number): void {
  if (!datesInOrder(merged.startDate, merged.endDate)) {
    throw invalidField(
      request.endDate === undefined ? 'startDate' : 'endDate',
      'the end date must not be before the start date',
    );
  }
  if (typeof request.capacity === 'number' && request.capacity < occupancy) {
    throw invalidField('capacity', 'must not be below the seats taken');
  }
}

/** The list asked for, with ids for new phases. */
function arrangePhases(
  uow: UnitOfWork,
  cohort: CohortEntity,
  before: readonly Phase[],
  wanted: readonly PhaseRequest[],
): Phase[] {
  const known = new Set(before.map((phase) => phase.id));
  wanted.forEach(({ id }, index) => {
    if (id !== undefined && !known.has(id)) throw invalidField(`phases.${index}.id`, 'must be a phase of this cohort');
  });
  const { currentPhaseId } = cohort;
  if (currentPhaseId !== null && !wanted.some(({ id }) => id === currentPhaseId)) {
    throw invalidField('phases', 'must keep the current phase');
  }
  return wanted.map(({ id, name, position }) => ({ id: id ?? uow.newId(), name, position }));
}
