import { Injectable } from '@nestjs/common';
import { sentFields } from '#kernel/fields';
import { REDACTED } from '#kernel/persistence';
import type { Scope, UnitOfWork } from '#kernel/work';
import { identityTables } from '../identity.tables.js';
import type { Organization, UpdateOrganizationRequest } from './organization-settings.dto.js';
import { organizationUpdated } from './organization-settings.operations.js';

const COLUMNS = 'id, name, review_due_hours as "reviewDueHours"';

const find = identityTables
  .statement('find_organization', {}, `select ${COLUMNS} from organizations where id = :organization`)
  .returning<Organization>();

// Changes what was sent alone: another field may be changed at the same time.
const change = identityTables
  .statement(
    'change_organization',
    { name: 'text', setsHours: 'boolean', hours: 'integer' },
    `update organizations set name = coalesce(:name, name),
       review_due_hours = case when :setsHours then :hours else review_due_hours end
     where id = :organization returning ${COLUMNS}`,
  )
  .returning<Organization>();

@Injectable()
export class OrganizationSettingsService {
  async get(scope: Scope): Promise<Organization> {
    const [organization] = await scope.query(find);
    return organization;
  }

  async update(uow: UnitOfWork, request: UpdateOrganizationRequest): Promise<Organization> {
    const [before] = await uow.query(find);
    const fields = Object.keys(sentFields(request));
    if (fields.length === 0) {
      uow.recordWithoutEvent(before.id);
      return before;
    }
    const { name = null, reviewDueHours: hours } = request;
    const sent = { name, setsHours: hours !== undefined, hours: hours ?? null };
    const [after] = await uow.query(change, sent);
    uow.record(organizationUpdated, {
      targetId: before.id,
      changes: changesOf(before, after),
      data: { fields },
    });
    return after;
  }
}

function changesOf(before: Organization, after: Organization): Record<string, { from: unknown; to: unknown }> {
  const hours = { from: before.reviewDueHours, to: after.reviewDueHours };
  return {
    ...(before.name !== after.name && { name: { from: REDACTED, to: REDACTED } }),
    ...(hours.from !== hours.to && { reviewDueHours: hours }),
  };
}
