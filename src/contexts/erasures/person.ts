import type { Parameters, Statement, TenantSession, ValuesOf } from '#kernel/persistence';
import { erasureTables } from './erasures.tables.js';

/** The person to erase: what the statements of the steps take. */
export interface Person {
  account: string;
  address: string;
  members: string[];
  enrollments: string[];
  /** Names and external ids. */
  names: string[];
  isActive: boolean;
  isEnrolled: boolean;
}

const findPerson = erasureTables
  .statement(
    'find_person_to_erase',
    { account: 'uuid' },
    `select m.id, m.status, m.name, m.external_id as "externalId", a.email
     from members m join accounts a on a.id = m.account_id
     where m.organization_id = :organization and m.account_id = :account order by m.id`,
  )
  .returning<{ id: string; status: string; name: string; externalId: string | null; email: string }>();

const listEnrollments = erasureTables
  .statement(
    'list_enrollments_to_erase',
    { members: 'uuid[]' },
    `select id, status from enrollments where organization_id = :organization and member_id = any(:members::uuid[]) order by id`,
  )
  .returning<{ id: string; status: string }>();

const OPEN: readonly string[] = ['pending', 'active', 'paused'];

export async function readPerson(session: TenantSession, account: string): Promise<Person> {
  const found = await session.query(findPerson, { account });
  // Whoever was added again meanwhile has a membership that stays.
  const former = found.filter(({ status }) => status !== 'active');
  const members = former.map(({ id }) => id);
  const enrollments = await session.query(listEnrollments, { members });
  return {
    account,
    address: found.at(0)?.email ?? '',
    members,
    enrollments: enrollments.map(({ id }) => id),
    names: [...new Set(former.flatMap(({ name, externalId }) => [name, externalId ?? []].flat()))],
    isActive: former.length < found.length,
    isEnrolled: enrollments.some(({ status }) => OPEN.includes(status)),
  };
}

/** The values of those parameters that a statement takes. */
export function valuesFor<P extends Parameters>(
  { parameters }: Statement<unknown, P>,
  values: Person & { now?: Date },
): ValuesOf<P> {
  return Object.fromEntries(
    Object.keys(parameters).map((name) => [name, values[name as keyof typeof values]]),
  ) as ValuesOf<P>;
}
