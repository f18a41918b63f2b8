import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { lockProgramStatus } from '#contexts/programs/programs.public.js';
import { invalidField, wrongStatus } from '#kernel/errors';
import { sentFields, soughtWords } from '#kernel/fields';
import { schedule } from '#kernel/jobs';
import type { Page } from '#kernel/lists';
import type { Scope, UnitOfWork } from '#kernel/work';
import { COCKPIT_HISTORY } from './cockpit-history-job.js';
import { CohortPhaseEntity } from './cohort-phase.entity.js';
import {
  datesInOrder,
  toCohort,
  type Cohort,
  type CohortsQuery,
  type ConfigureCohortRequest,
  type CreateCohortRequest,
  type MoveCohortPhaseRequest,
  type MoveCohortStatusRequest,
  type Phase,
  type PhaseRequest,
} from './cohort.dto.js';
import { CohortEntity } from './cohort.entity.js';
import { configureCohort, createCohort, moveCohortPhase, moveCohortStatus } from './cohort.operations.js';
import { CohortRepository } from './cohort.repository.js';
import { COHORT, requireOpenCohort } from './cohort.transitions.js';
import { cohortTables } from './cohorts.tables.js';
import { Changes } from '#kernel/persistence';

const listCohorts = cohortTables.list('list_cohorts', {
  rows: CohortEntity,
  by: ['programId', 'status'],
  filters: { named: ['uuid[]', 'item.id = any(:named::uuid[])'] },
});

@Injectable()
export class CohortService {
  constructor(private readonly cohorts: CohortRepository) {}

  async list(scope: Scope, { q, ...query }: CohortsQuery): Promise<Page<Cohort>> {
    const named = q === undefined ? undefined : await this.cohorts.listNamed(scope, soughtWords(q));
    return scope.list(listCohorts, { ...query, named }, async (cohorts) => {
      const details = await this.cohorts.listDetails(scope, cohorts);
      return cohorts.map((cohort, index) => toCohort(cohort, details[index]));
    });
  }

  async get(scope: Scope, id: string): Promise<Cohort> {
    const cohort = await scope.get(CohortEntity, id);
    return toCohort(cohort, await this.cohorts.getDetails(scope, id));
  }

  async create(uow: UnitOfWork, programId: string, request: CreateCohortRequest): Promise<Cohort> {
    const programStatus = await lockProgramStatus(uow, programId);
    if (programStatus === 'archived') throw wrongStatus('program', programStatus);
    const { name, timezone, startDate = null, endDate = null, capacity = null, phases: requested = [] } = request;
    const configured = { programId, name, timezone, startDate, endDate, capacity };
    const cohort = uow.insert(CohortEntity, { ...configured, status: 'draft' });
    const phases = requested.map(({ name, position }): Phase => {
      const { id } = uow.insert(CohortPhaseEntity, { cohortId: cohort.id, name, position });
      return { id, name, position };
    });
    uow.record(createCohort.event, cohort, { ...configured, phases });
    return toCohort(cohort, { phases, occupancy: 0 });
  }

  async configure(uow: UnitOfWork, id: string, request: ConfigureCohortRequest): Promise<Cohort> {
    const cohort = await this.getOpenForUpdate(uow, id);
    const { phases: before, occupancy, taken } = await this.cohorts.getDetails(uow, id);
    const sent = sentFields(request);
    const { phases: requested, ...columns } = sent;
    checkConfiguration({ ...cohort, ...columns }, request, taken);
    const phases = requested ? arrangePhases(uow, cohort, before, requested) : before;
    const fields = Object.keys(sent);
    if (fields.length === 0) {
      uow.recordWithoutEvent(id);
      return toCohort(cohort, { phases, occupancy });
    }
    const configured = uow.change(CohortEntity, cohort, columns);
    if (requested) this.cohorts.replacePhases(uow, id, phases);
    const changes: Changes = isDeepStrictEqual(before, phases) ? {} : { phases: { from: before, to: phases } };
    uow.record(configureCohort.event, { ...configured, fields }, changes);
    return toCohort(configured, { phases, occupancy });
  }

  async moveStatus(uow: UnitOfWork, id: string, { status }: MoveCohortStatusRequest): Promise<Cohort> {
    const cohort = await uow.getForUpdate(CohortEntity, id);
    const { event } = moveCohortStatus;
    await schedule(uow, COCKPIT_HISTORY, uow.now);
    const moved = await uow.move(CohortEntity, cohort, COHORT, status, event, {}, { from: cohort.status, to: status });
    return toCohort(moved, await this.cohorts.getDetails(uow, id));
  }

  async movePhase(uow: UnitOfWork, id: string, { phaseId }: MoveCohortPhaseRequest): Promise<Cohort> {
    const cohort = await this.getOpenForUpdate(uow, id);
    const details = await this.cohorts.getDetails(uow, id);
    if (phaseId !== null && !details.phases.some((phase) => phase.id === phaseId)) {
      throw invalidField('phaseId', 'must be a phase of this cohort');
    }
    const from = cohort.currentPhaseId;
    if (from === phaseId) {
      uow.recordWithoutEvent(id);
      return toCohort(cohort, details);
    }
    uow.record(moveCohortPhase.event, { ...cohort, from, to: phaseId });
    return toCohort(uow.change(CohortEntity, cohort, { currentPhaseId: phaseId }), details);
  }

  private async getOpenForUpdate(uow: UnitOfWork, id: string): Promise<CohortEntity> {
    const cohort = await uow.getForUpdate(CohortEntity, id);
    requireOpenCohort(cohort);
    return cohort;
  }
}

/** Checks rules that involve stored values: an omitted date keeps its stored value. */
function checkConfiguration(merged: CohortEntity, request: ConfigureCohortRequest, taken: number): void {
  if (!datesInOrder(merged.startDate, merged.endDate)) {
    throw invalidField(
      request.endDate === undefined ? 'startDate' : 'endDate',
      'the end date must not be before the start date',
    );
  }
  if (typeof request.capacity === 'number' && request.capacity < taken) {
    throw invalidField('capacity', 'must not be below the seats that are taken or kept for sales');
  }
}

/** The requested phases ordered by position, with ids for the new ones. */
function arrangePhases(
  uow: UnitOfWork,
  { currentPhaseId }: CohortEntity,
  before: readonly Phase[],
  requested: readonly PhaseRequest[],
): Phase[] {
  const existingIds = new Set(before.map((phase) => phase.id));
  requested.forEach(({ id }, index) => {
    if (id !== undefined && !existingIds.has(id))
      throw invalidField(`phases.${index}.id`, 'must be a phase of this cohort');
  });
  if (currentPhaseId !== null && !requested.some(({ id }) => id === currentPhaseId)) {
    throw invalidField('phases', 'must keep the current phase');
  }
  const phases = requested.map(({ id, name, position }) => ({ id: id ?? uow.newId(), name, position }));
  return phases.sort((a, b) => a.position - b.position);
}
