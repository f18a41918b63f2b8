import { Injectable } from '@nestjs/common';
import { sentFields } from '#kernel/fields';
import { REDACTED } from '#kernel/persistence';
import type { Database, Scope, UnitOfWork } from '#kernel/work';
import { identityTables } from '../identity.tables.js';
import type { Organization, OrganizationSignInName, UpdateOrganizationRequest } from './organization-settings.dto.js';
import { organizationUpdated, signInNameTaken } from './organization-settings.operations.js';

const COLUMNS = 'id, name, review_due_hours as "reviewDueHours"';

const find = identityTables
  .statement('find_organization', {}, `select ${COLUMNS} from organizations where id = :organization`)
  .returning<Organization>();

const change = identityTables
  .statement(
    'change_organization',
    { name: 'text', setsHours: 'boolean', hours: 'integer' },
    `update organizations set name = coalesce(:name, name),
       review_due_hours = case when :setsHours then :hours else review_due_hours end
     where id = :organization returning ${COLUMNS}`,
  )
  .returning<Organization>();

/** An update that changes nothing locks the row; Citus refuses row locks on a table that is not sharded. */
const UNCHANGED = { name: null, setsHours: false, hours: null };

const findSignInName = identityTables
  .statement('find_sign_in_name', {}, 'select sign_in_name as "signInName" from organizations where id = :organization')
  .returning<{ signInName: string | null }>();

const findNamed = identityTables
  .statement(
    'find_organization_by_sign_in_name',
    { name: 'text' },
    'select id from organizations where sign_in_name = :name',
  )
  .returning<{ id: string }>();

const changeSignInName = identityTables.statement(
  'change_sign_in_name',
  { name: 'text' },
  'update organizations set sign_in_name = :name where id = :organization',
);

/** The organization with the sign-in name. */
export async function organizationNamed(database: Database, name: string): Promise<string | undefined> {
  return (await database.query(findNamed, { name })).at(0)?.id;
}

@Injectable()
export class OrganizationSettingsService {
  async get(scope: Scope): Promise<Organization> {
    const [organization] = await scope.query(find);
    return organization;
  }

  async update(uow: UnitOfWork, request: UpdateOrganizationRequest): Promise<Organization> {
    const [before] = await uow.query(change, UNCHANGED);
    await uow.locked(before.id);
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

  /** Throws 409 if another organization has the name, also if it takes it at the same time. */
  async setSignInName(uow: UnitOfWork, name: string): Promise<OrganizationSignInName> {
    const { organizationId } = uow;
    const [before] = await uow.query(findSignInName);
    const [holder] = await uow.query(findNamed, { name });
    if (holder && holder.id !== organizationId) throw signInNameTaken.error();
    await uow.execute(changeSignInName, { name }).catch((error: unknown) => {
      throw isTaken(error) ? signInNameTaken.error() : error;
    });
    const to = before.signInName === name ? {} : { signInName: { from: before.signInName, to: name } };
    uow.record(organizationUpdated, { targetId: organizationId, changes: to, data: { fields: ['signInName'] } });
    return { signInName: name };
  }
}

/** A violation of the only unique index that the update can violate. */
function isTaken(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === '23505';
}

function changesOf(before: Organization, after: Organization): Record<string, { from: unknown; to: unknown }> {
  const hours = { from: before.reviewDueHours, to: after.reviewDueHours };
  return {
    ...(before.name !== after.name && { name: { from: REDACTED, to: REDACTED } }),
    ...(hours.from !== hours.to && { reviewDueHours: hours }),
  };
}
