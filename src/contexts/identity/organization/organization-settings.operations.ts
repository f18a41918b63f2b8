import { anyStaff, owners } from '#kernel/access';
import { declareEvent, withFields } from '#kernel/events';
import { declareRead, declareWrite } from '#kernel/operations';
import { Organization, UpdateOrganizationRequest } from './organization-settings.dto.js';

class NoFields {}
class OrganizationUpdated extends withFields(NoFields) {}

export const organizationUpdated = declareEvent(
  'organization.updated',
  'The settings of the organization were updated.',
  OrganizationUpdated,
);

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
