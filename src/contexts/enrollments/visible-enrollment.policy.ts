import { allows, anyStaff } from '#kernel/access';
import { forbidden, notFound, type ServiceError } from '#kernel/errors';
import type { TargetPolicy } from '#kernel/operations';
import type { Scope } from '#kernel/work';
import { REACHED, reachParameters, reachValues } from './enrollment.policy.js';
import { OF_PERSON } from './own-enrollment.policy.js';
import { enrollmentTables } from './enrollments.tables.js';

const find = enrollmentTables.statement(
  'see_enrollment',
  { id: 'uuid', account: 'uuid', ...reachParameters },
  `select 1 from enrollments e
   where e.organization_id = :organization and e.id = :id and (${REACHED} or ${OF_PERSON})`,
);

/** The path names an enrollment: open to whoever reaches it and to the person enrolled. */
export const visibleEnrollment: TargetPolicy = {
  notFound: "The enrollment does not exist in the organization, or is outside of the caller's scope.",
  authorize: async (scope, id) => {
    const { caller } = scope;
    const [row] = await scope.query(find, { id, account: caller.accountId, ...reachValues(caller) });
    if (!row) throw await refusalOfUnseen(scope);
  },
};

const findAnyEnrollment = enrollmentTables.statement(
  'member_is_enrolled',
  { account: 'uuid' },
  `select 1 from enrollments e where e.organization_id = :organization and ${OF_PERSON} limit 1`,
);

/** The refusal of a resource that a member does not see: 404 with a role or an enrollment, 403 with neither. */
export async function refusalOfUnseen(scope: Scope): Promise<ServiceError> {
  if (allows(anyStaff, scope.caller)) return notFound();
  const [enrolled] = await scope.query(findAnyEnrollment, { account: scope.caller.accountId });
  return enrolled ? notFound() : forbidden();
}
