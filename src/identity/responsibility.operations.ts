import { administrators, anyStaff } from '../platform/access/access-rule.js';
import { ASSIGNMENT_SCOPES, BUSINESS_ROLES } from '../platform/access/caller.js';
import { declareEvent } from '../platform/events/event.js';
import { Uuid } from '../platform/fields/identifiers.js';
import { OneOf } from '../platform/fields/text.js';
import { pageOf } from '../platform/lists/page.js';
import { declareRead, declareWrite } from '../platform/operations/operation.js';
import { existingIn } from '../platform/operations/target.js';
import { AssignResponsibilityRequest, ResponsibilitiesQuery, Responsibility } from './responsibility.dto.js';

const tag = 'Responsibilities';

export class ResponsibilityAssigned {
  @Uuid()
  responsibilityId: string;

  @Uuid()
  memberId: string;

  @OneOf(BUSINESS_ROLES)
  role: string;

  @OneOf(ASSIGNMENT_SCOPES)
  scope: string;

  @Uuid({ nullable: true })
  programId: string | null;

  @Uuid({ nullable: true })
  cohortId: string | null;

  @Uuid({ nullable: true })
  enrollmentId: string | null;
}

export class ResponsibilityEnded {
  @Uuid()
  responsibilityId: string;

  @Uuid()
  memberId: string;

  @OneOf(BUSINESS_ROLES)
  role: string;

  @OneOf(ASSIGNMENT_SCOPES)
  scope: string;
}

export const responsibilityAssigned = declareEvent({
  name: 'responsibility.assigned',
  summary: 'A member was given a business role.',
  data: ResponsibilityAssigned,
});

export const responsibilityEnded = declareEvent({
  name: 'responsibility.ended',
  summary: "A member's business role ended, on purpose rather than with the membership.",
  data: ResponsibilityEnded,
});

export const listResponsibilities = declareRead({
  name: 'list_responsibilities',
  path: '/responsibilities',
  tag,
  summary: 'List responsibilities',
  description: 'Newest first, also those that have ended.',
  access: anyStaff,
  query: ResponsibilitiesQuery,
  response: pageOf(Responsibility),
  refusals: {
    400: 'A filter, the limit or the cursor is invalid.',
    403: 'The caller has no role that needs responsibilities.',
  },
});

export const assignResponsibility = declareWrite({
  name: 'assign_responsibility',
  method: 'POST',
  path: '/responsibilities',
  tag,
  summary: 'Assign a responsibility',
  description:
    "Gives a member a business role over the organization, a program, a cohort or one enrollment; a coach's cohort " +
    'covers its enrollments. It counts from the next request of the member on. A member may hold several, also ' +
    'overlapping ones.',
  access: administrators,
  body: AssignResponsibilityRequest,
  response: Responsibility,
  status: 201,
  targetType: 'responsibility',
  event: responsibilityAssigned,
  refusals: {
    400:
      'The Idempotency-Key is missing, the JSON is invalid, the role can not have the scope, an id is missing or too ' +
      'many for the scope, or names nothing of the organization, or the member is detached.',
    403: 'The caller is neither OWNER nor ADMIN.',
  },
});

export const endResponsibility = declareWrite({
  name: 'end_responsibility',
  method: 'POST',
  path: '/responsibilities/:responsibilityId/end',
  tag,
  summary: 'End a responsibility',
  description: 'The role no longer counts from the next request of the member on.',
  access: administrators,
  target: existingIn('responsibilities'),
  response: Responsibility,
  status: 200,
  targetType: 'responsibility',
  event: responsibilityEnded,
  refusals: {
    403: 'The caller is neither OWNER nor ADMIN.',
    404: 'The responsibility is unknown, or of another organization.',
    409: 'The responsibility has ended already, or another request holds it.',
  },
});
