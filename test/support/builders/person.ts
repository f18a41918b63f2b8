import { v7 as uuidv7 } from 'uuid';
import { hashApiKey, issueApiKey } from '#kernel/authentication';
import type { AssignmentScope, BusinessRole, OrganizationRole } from '#kernel/access';
import { Client } from '../client.js';
import { SECRET_KEYS } from '../test-app.js';
import type { Row, Tenant } from '../tenant.js';

/** The scope of a business role; by default the organization. */
export interface Assignment {
  role: BusinessRole;
  programId?: string;
  cohortId?: string;
  enrollmentId?: string;
  /** The assignment has ended. */
  ended?: boolean;
}

/** A member with an API key, which `client` uses. */
export interface Person {
  memberId: string;
  accountId: string;
  name: string;
  apiKeyId: string;
  client: Client;
}

export async function person(
  school: Tenant,
  role: OrganizationRole = 'MEMBER',
  ...assignments: Assignment[]
): Promise<Person> {
  const accountId = uuidv7();
  const memberId = uuidv7();
  const name = `Person ${accountId.slice(-6)}`;
  await school.send('insert into accounts (id, email, name, created_at) values ($1, $2, $3, $4)', [
    accountId,
    `${accountId}@example.com`,
    name,
    school.app.now(),
  ]);
  await school.insert('members', {
    id: memberId,
    account_id: accountId,
    name,
    role,
    status: 'active',
    created_at: school.app.now(),
  });
  for (const assignment of assignments) await assign(school, memberId, assignment);
  const { id: apiKeyId, client } = await key(school, memberId, accountId, {
    // As a real key: no MEMBER makes one.
    created_with_role: role === 'OWNER' ? 'OWNER' : 'ADMIN',
  });
  return { memberId, accountId, name, apiKeyId, client };
}

export async function assign(school: Tenant, memberId: string, assignment: Assignment): Promise<string> {
  const { role, programId = null, cohortId = null, enrollmentId = null, ended = false } = assignment;
  const scope: AssignmentScope = enrollmentId
    ? 'enrollment'
    : cohortId
      ? 'cohort'
      : programId
        ? 'program'
        : 'organization';
  return school.insert('responsibilities', {
    member_id: memberId,
    role,
    scope,
    program_id: programId,
    cohort_id: cohortId,
    enrollment_id: enrollmentId,
    started_at: school.app.now(),
    ended_at: ended ? school.app.now() : null,
  });
}

export async function key(
  school: Tenant,
  memberId: string,
  accountId: string,
  row: Row = {},
): Promise<{ id: string; text: string; client: Client }> {
  const { text, parts } = issueApiKey(uuidv7());
  await school.send(
    `insert into api_keys (id, organization_id, member_id, name, secret_hash, scopes, expires_at, revoked_at, created_by, created_with_role, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      parts.id,
      school.id,
      memberId,
      'Test key',
      hashApiKey(parts, SECRET_KEYS.apiKeyPeppers[0]),
      row.scopes ?? [],
      row.expires_at ?? null,
      row.revoked_at ?? null,
      row.created_by ?? accountId,
      row.created_with_role ?? null,
      school.app.now(),
    ],
  );
  return { id: parts.id, text, client: new Client(school.app, text) };
}
