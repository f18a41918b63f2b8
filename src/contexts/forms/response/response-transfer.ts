import type { UnitOfWork } from '#kernel/work';
import { formTables } from '../forms.tables.js';

const moveResponses = formTables.statement(
  'transfer_form_responses',
  { from: 'uuid', to: 'uuid', cohort: 'uuid', at: 'timestamptz' },
  `update form_responses set enrollment_id = :to, updated_at = :at
   where organization_id = :organization and enrollment_id = :from and form_assignment_id = any(array(
     select a.id from form_assignments a
     join cohorts k on k.organization_id = a.organization_id and k.program_id = a.program_id
     where a.organization_id = :organization and k.id = :cohort))`,
);

const moveParticipations = formTables.statement(
  'transfer_form_participations',
  { from: 'uuid', to: 'uuid', cohort: 'uuid' },
  `update form_participations set enrollment_id = :to
   where organization_id = :organization and enrollment_id = :from and form_assignment_id = any(array(
     select a.id from form_assignments a
     join cohorts k on k.organization_id = a.organization_id and k.program_id = a.program_id
     where a.organization_id = :organization and k.id = :cohort))`,
);

/** Responses to the assignments of a program go along to another cohort of it; those to a cohort's stay. */
export function transferResponses(uow: UnitOfWork, { from, to }: { from: string; to: string }, cohort: string): void {
  uow.queue(moveResponses, { from, to, cohort, at: uow.now });
  uow.queue(moveParticipations, { from, to, cohort });
}
