import { Injectable } from '@nestjs/common';
import { countTakenSeats, SEATED, type CohortStatus } from '#contexts/cohorts/cohorts.public.js';
import type { Scope } from '#kernel/work';
import { pair, type ImportFacts, type ImportOptions, type KnownMember, type PersonRow } from './import-plan.js';
import { peopleImportTables } from './people-import.tables.js';

const listAccounts = peopleImportTables
  .statement(
    'list_accounts_to_import',
    { emails: 'text[]' },
    'select id, email from accounts where email = any(:emails::text[])',
  )
  .returning<{ id: string; email: string }>();

const MEMBER = `m.id, m.account_id as "accountId", m.name, m.external_id as "externalId", m.status`;

const listMembersOfAccounts = peopleImportTables
  .statement(
    'list_members_to_import_by_account',
    { accounts: 'uuid[]' },
    `select ${MEMBER} from members m
     where m.organization_id = :organization and m.account_id = any(:accounts::uuid[])`,
  )
  .returning<FoundMember>();

// All memberships of the persons. A join, because the index leaves out members without an external id, which an array of
// unknown length may contain.
const listMembersOfExternalIds = peopleImportTables
  .statement(
    'list_members_to_import_by_external_id',
    { externalIds: 'text[]' },
    `select ${MEMBER} from unnest(:externalIds::text[]) as x (id)
     join members named on named.organization_id = :organization and named.external_id = x.id
     join members m on m.organization_id = named.organization_id and m.account_id = named.account_id`,
  )
  .returning<FoundMember>();

const listCohorts = peopleImportTables
  .statement(
    'list_cohorts_to_import',
    { cohorts: 'uuid[]' },
    'select id, status, capacity from cohorts where organization_id = :organization and id = any(:cohorts::uuid[])',
  )
  .returning<{ id: string; status: CohortStatus; capacity: number | null }>();

// By account: a person who was detached and added again has several member rows.
const listSeated = peopleImportTables
  .statement(
    'list_seats_to_import',
    { accounts: 'uuid[]', cohorts: 'uuid[]' },
    `select e.id, e.cohort_id as "cohortId", m.account_id as "accountId" from members m
     join enrollments e on e.organization_id = m.organization_id and e.member_id = m.id
     where m.organization_id = :organization and m.account_id = any(:accounts::uuid[])
       and e.cohort_id = any(:cohorts::uuid[]) and e.status in (${SEATED})`,
  )
  .returning<{ id: string; cohortId: string; accountId: string }>();

const countResponsibilities = peopleImportTables
  .statement(
    'count_responsibilities_to_import',
    { members: 'uuid[]' },
    `select member_id as "memberId", count(*)::integer as current from responsibilities
     where organization_id = :organization and member_id = any(:members::uuid[]) and ended_at is null
     group by member_id`,
  )
  .returning<{ memberId: string; current: number }>();

const listCoached = peopleImportTables
  .statement(
    'list_coached_to_import',
    { members: 'uuid[]', cohorts: 'uuid[]', enrollments: 'uuid[]' },
    `select member_id as "memberId", coalesce(cohort_id, enrollment_id) as "coached" from responsibilities
     where organization_id = :organization and member_id = any(:members::uuid[]) and ended_at is null
       and role = 'coach' and (cohort_id = any(:cohorts::uuid[]) or enrollment_id = any(:enrollments::uuid[]))`,
  )
  .returning<{ memberId: string; coached: string }>();

interface FoundMember extends KnownMember {
  status: 'active' | 'detached';
}

/** People that rows name, as they were read. */
interface FoundPeople {
  accounts: ReadonlyMap<string, string>;
  members: readonly FoundMember[];
}

@Injectable()
export class ImportFactsRepository {
  /** Reads the organization's rows that the file names; the number of statements does not depend on the file. */
  async read(scope: Scope, rows: readonly PersonRow[], options: ImportOptions): Promise<ImportFacts> {
    const { accounts, members } = await this.findPeople(scope, rows);
    const active = members.filter(({ status }) => status === 'active');
    const byAccount = new Map(active.map((member) => [member.accountId, member]));
    const cohortIds = cohortsOf(rows, options);
    const coaches = distinct(rows.map(({ coachEmail }) => byAccount.get(accounts.get(coachEmail ?? '') ?? '')?.id));
    const accountIds = distinct([...members.map(({ accountId }) => accountId)]);
    const [cohorts, seats, seated, loads] = await Promise.all([
      scope.query(listCohorts, { cohorts: cohortIds }),
      countTakenSeats(scope, cohortIds),
      scope.query(listSeated, { accounts: accountIds, cohorts: cohortIds }),
      scope.query(countResponsibilities, { members: coaches }),
    ]);
    const enrollments = seated.map(({ id }) => id);
    const coached = await scope.query(listCoached, { members: coaches, cohorts: cohortIds, enrollments });
    return {
      accounts,
      byAccount,
      byExternalId: accountsByExternalId(members),
      detached: detachedAccounts(members),
      cohorts: new Map(cohorts.map(({ id, ...cohort }) => [id, { ...cohort, seats: seats.get(id)?.taken ?? 0 }])),
      seated: new Map(seated.map(({ id, cohortId, accountId }) => [pair(cohortId, accountId), id])),
      responsibilities: new Map(loads.map(({ memberId, current }) => [memberId, current])),
      coached: new Set(coached.map((one) => pair(one.memberId, one.coached))),
    };
  }

  /** The ids of the active members that the rows name, as persons or as coaches. */
  async findMemberIds(scope: Scope, rows: readonly PersonRow[]): Promise<string[]> {
    const { members } = await this.findPeople(scope, rows);
    return members.filter(({ status }) => status === 'active').map(({ id }) => id);
  }

  private async findPeople(scope: Scope, rows: readonly PersonRow[]): Promise<FoundPeople> {
    const emails = distinct(rows.flatMap(({ email, coachEmail }) => [email, coachEmail]));
    const found = await scope.query(listAccounts, { emails });
    const accounts = new Map(found.map(({ id, email }) => [email, id]));
    const [ofAccounts, ofExternalIds] = await Promise.all([
      scope.query(listMembersOfAccounts, { accounts: [...accounts.values()] }),
      scope.query(listMembersOfExternalIds, { externalIds: distinct(rows.map(({ externalId }) => externalId)) }),
    ]);
    const members = new Map([...ofAccounts, ...ofExternalIds].map((member) => [member.id, member]));
    return { accounts, members: [...members.values()] };
  }
}

function accountsByExternalId(members: readonly FoundMember[]): Map<string, string[]> {
  const found = new Map<string, { status: FoundMember['status']; accounts: Set<string> }>();
  for (const { externalId, accountId, status } of members) {
    if (externalId === null) continue;
    const entry = found.get(externalId);
    if (entry?.status === status) entry.accounts.add(accountId);
    else if (entry === undefined || status === 'active') {
      found.set(externalId, { status, accounts: new Set([accountId]) });
    }
  }
  return new Map([...found].map(([externalId, { accounts }]) => [externalId, [...accounts]]));
}

function detachedAccounts(members: readonly FoundMember[]): Map<string, boolean> {
  const accounts = new Map<string, boolean>();
  for (const { status, accountId, externalId } of members) {
    if (status === 'detached') accounts.set(accountId, externalId !== null || accounts.get(accountId) === true);
  }
  return accounts;
}

/** The cohorts in which the rows enroll, in order of their ids. */
export function cohortsOf(rows: readonly PersonRow[], { cohortId }: Pick<ImportOptions, 'cohortId'>): string[] {
  return distinct([cohortId, ...rows.map((row) => row.cohortId)]).sort();
}

function distinct(values: readonly (string | null | undefined)[]): string[] {
  return [...new Set(values.filter((value) => value !== null && value !== undefined))];
}
