import { Injectable } from '@nestjs/common';
import { hasWords } from '#kernel/fields';
import { idsOf } from '#kernel/lists';
import type { Scope, UnitOfWork } from '#kernel/work';
import type { CohortDetails, Phase } from './cohort.dto.js';
import { cohortTables } from './cohorts.tables.js';
import { countTakenSeats } from './seats.js';

const listNames = cohortTables
  .statement('list_names_of_cohorts', {}, 'select id, name from cohorts where organization_id = :organization')
  .returning<{ id: string; name: string }>();

const listPhases = cohortTables
  .statement(
    'list_phases_of_cohorts',
    { cohorts: 'uuid[]' },
    `select cohort_id, id, name, position from cohort_phases
     where organization_id = :organization and cohort_id = any(:cohorts::uuid[])
     order by position`,
  )
  .returning<Phase & { cohort_id: string }>();

// Negated positions cannot violate the unique index while the phases are saved one by one.
const clearPositions = cohortTables.statement(
  'clear_phase_positions',
  { cohort: 'uuid' },
  'update cohort_phases set position = -position where organization_id = :organization and cohort_id = :cohort',
);

const deletePhasesBut = cohortTables.statement(
  'delete_cohort_phases_but',
  { cohort: 'uuid', kept: 'uuid[]' },
  `delete from cohort_phases
   where organization_id = :organization and cohort_id = :cohort and id <> all(:kept::uuid[])`,
);

const savePhase = cohortTables.statement(
  'save_cohort_phase',
  { id: 'uuid', cohort: 'uuid', name: 'text', position: 'integer' },
  `insert into cohort_phases (organization_id, id, cohort_id, name, position)
   values (:organization, :id, :cohort, :name, :position)
   on conflict (organization_id, id) do update set name = excluded.name, position = excluded.position`,
);

@Injectable()
export class CohortRepository {
  async getDetails(scope: Scope, id: string): Promise<CohortDetails> {
    const [details] = await this.listDetails(scope, [{ id }]);
    return details;
  }

  /** The cohorts whose names have the words. All names are compared here: an organization has thousands of cohorts at most. */
  async listNamed(scope: Scope, words: readonly string[]): Promise<string[]> {
    return idsOf((await scope.query(listNames)).filter(({ name }) => hasWords(name, words)));
  }

  /** In the order of the given cohorts. */
  async listDetails(scope: Scope, cohorts: readonly { id: string }[]): Promise<CohortDetails[]> {
    const ids = cohorts.map(({ id }) => id);
    const [seats, phases] = await Promise.all([countTakenSeats(scope, ids), scope.query(listPhases, { cohorts: ids })]);
    return ids.map((id) => ({
      phases: phases.flatMap(({ cohort_id, ...phase }) => (cohort_id === id ? [phase] : [])),
      occupancy: seats.get(id)?.occupancy ?? 0,
      taken: seats.get(id)?.taken ?? 0,
    }));
  }

  /** Replaces the phases of the cohort: updates those whose id exists, inserts new ones and deletes the others. */
  replacePhases(uow: UnitOfWork, cohort: string, phases: readonly Phase[]): void {
    uow.queue(clearPositions, { cohort });
    uow.queue(deletePhasesBut, { cohort, kept: phases.map((phase) => phase.id) });
    for (const { id, name, position } of phases) uow.queue(savePhase, { id, cohort, name, position });
  }
}
