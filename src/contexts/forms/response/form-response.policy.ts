import {
  concernsCaller,
  OF_PERSON,
  REACHED,
  reachParameters,
  reachValues,
} from '#contexts/enrollments/enrollments.public.js';
import { forbidden, notFound } from '#kernel/errors';
import { decidesOnOneself, type TargetPolicy } from '#kernel/operations';
import type { Scope } from '#kernel/work';
import type { FormAssignmentEntity } from '../assignment/form-assignment.entity.js';
import { formTables } from '../forms.tables.js';
import type { AnonymousSubmission } from './form-response.dto.js';
import type { AnsweringEnrollment } from './form-response.repository.js';

/** SQL condition: the response `r` to the assignment `a` is no draft of a member, which nobody else sees. */
export const NO_MEMBERS_DRAFT = `not (r.status = 'draft' and a.answered_by = 'member')`;

const find = formTables.statement(
  'reach_form_response',
  { id: 'uuid', ...reachParameters },
  `select 1 from form_responses r
   left join form_assignments a on a.organization_id = r.organization_id and a.id = r.form_assignment_id
   left join enrollments e on e.organization_id = r.organization_id and e.id = r.enrollment_id
   where r.organization_id = :organization and r.id = :id and ${REACHED} and (a.id is null or ${NO_MEMBERS_DRAFT})`,
);

/** The path names a response of an enrollment that the caller reaches, and no draft of a member. */
export const reachedResponse: TargetPolicy = {
  concernsCaller: concernsCaller(
    formTables,
    'own_form_response',
    `form_responses r
     join enrollments e on e.organization_id = r.organization_id and e.id = r.enrollment_id
     where r.organization_id = :organization and r.id = :id`,
  ),
  notFound:
    "The form response does not exist in the organization, is the draft of a member, or is outside of the caller's scope.",
  authorize: async (scope, id) => {
    if ((await scope.query(find, { id, ...reachValues(scope.caller) })).length === 0) throw notFound();
  },
};

const seeAnswered = formTables.statement(
  'see_answered_form',
  { assignment: 'uuid', enrollment: 'uuid', draft: 'boolean', account: 'uuid', ...reachParameters },
  `select 1 from form_assignments a
   join enrollments e on e.organization_id = a.organization_id and e.id = :enrollment
   where a.organization_id = :organization and a.id = :assignment
     and (${REACHED} and not (:draft::boolean and a.answered_by = 'member') or a.answered_by = 'member' and ${OF_PERSON})`,
);

/** A stored first result is shown to whoever sees the response: a key is the organization's. Throws 404. */
export async function narrowToSeen<First extends SeenResponse | AnonymousSubmission>(
  scope: Scope,
  first: First,
  { formAssignmentId, enrollmentId }: Readonly<Record<string, string>>,
): Promise<First> {
  const { caller } = scope;
  const isAnonymous = !('enrollmentId' in first);
  const {
    formAssignmentId: assignment,
    enrollmentId: enrollment,
    status,
  } = isAnonymous ? { formAssignmentId, enrollmentId, status: 'draft' } : first;
  const found = await scope.query(seeAnswered, {
    ...{ assignment, enrollment, draft: status === 'draft', account: caller.accountId },
    ...reachValues(caller),
  });
  if (found.length === 0) throw notFound();
  return first;
}

interface SeenResponse {
  formAssignmentId: string | null;
  enrollmentId: string | null;
  status: string;
}

/** Throws 403 where somebody else answers: the person enrolled, or the staff of the enrollment of another one. */
export function requireAnswering({ answeredBy }: FormAssignmentEntity, { isOwn }: AnsweringEnrollment): void {
  if (answeredBy === 'member' && !isOwn) throw forbidden('The person enrolled answers the form.');
  if (answeredBy === 'staff' && isOwn) throw decidesOnOneself();
}
