import { anyStaff, owners } from '#kernel/access';
import { refusal } from '#kernel/errors';
import { declareEvent, withFields } from '#kernel/events';
import { declareRead, declareWrite } from '#kernel/operations';
import {
  Organization,
  OrganizationSignInName,
  SetSignInNameRequest,
  UpdateOrganizationRequest,
} from './organization-settings.dto.js';

class NoFields {}
class OrganizationUpdated extends withFields(NoFields) {}

export const organizationUpdated = declareEvent(
  'organization.updated',
  'The settings of the organization were updated.',
  OrganizationUpdated,
);

export const signInNameTaken = refusal('sign_in_name_taken', 'Another organization has the name.');

const organization = {
  path: '/organization',
  tag: 'Organization',
  permission: 'admin',
  response: Organization,
} as const;

export const getOrganization = declareRead({
  ...organization,
  name: 'get_organization',
  summary: 'Retrieve the organization',
  description: 'That of the API key, with its settings.',
  access: anyStaff,
});

export const updateOrganization = declareWrite({
  ...organization,
  name: 'update_organization',
  method: 'PATCH',
  summary: 'Update the organization',
  description:
    'Omitted fields are left unchanged. The cockpit, its members, overviews, briefings and the list of reviews follow ' +
    'reviewDueHours from the next request on.',
  access: owners,
  targetType: 'organization',
  body: UpdateOrganizationRequest,
  event: organizationUpdated,
  mayChangeNothing: true,
});

export const setSignInName = declareWrite({
  name: 'set_sign_in_name',
  method: 'PUT',
  path: '/organization/sign-in-name',
  tag: 'Organization',
  permission: 'admin',
  recentSignIn: 'always',
  summary: 'Set the sign-in name of the organization',
  description:
    'Its people enter the name to sign in at the identity provider. It is public: whoever tries a name learns whether it is ' +
    'taken.',
  access: owners,
  targetType: 'organization',
  body: SetSignInNameRequest,
  response: OrganizationSignInName,
  event: organizationUpdated,
  reasons: [signInNameTaken],
});
