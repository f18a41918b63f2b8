import { type Caller } from '#kernel/access';
import { notFound } from '#kernel/errors';
import type { TargetPolicy } from '#kernel/operations';
import type { Scope } from '#kernel/work';
import { communityTables } from '../community.tables.js';
import { IS_STAFF, leaders, MODERATES, people, POSTS, READS, SPACES } from './access-sql.js';

/** The rights of a member in a space. */
export interface Access {
  spaceId: string;
  /** The program of the space, or of its group. */
  programId: string | null;
  status: string;
  moderates: boolean;
  isStaff: boolean;
  reads: boolean;
  posts: boolean;
}

/** The parameters of `CALLER_AND_SPACES` and its conditions. */
export const accessParameters = { caller: 'uuid', acts: 'boolean', now: 'timestamptz' } as const;

export function accessValues({ caller, now }: Pick<Scope, 'caller' | 'now'>) {
  return { caller: caller.memberId, acts: actsAsStaff(caller), now };
}

/** A session key acts for the person enrolled, whatever else they are. */
function actsAsStaff({ session }: Pick<Caller, 'session'>): boolean {
  return session === undefined;
}

const IS_CALLER = 'm.id = :caller::uuid';

/** SQL: the caller `m`, and every space `s`, for the conditions of `access-sql.ts`. */
export const CALLER_AND_SPACES = `${people(IS_CALLER, ':acts::boolean')} join ${SPACES}`;

/** The same for conditions on what the caller leads alone. */
export const LEADER_AND_SPACES = `${leaders(IS_CALLER, ':acts::boolean')} join ${SPACES}`;

export const leaderParameters = { caller: 'uuid', acts: 'boolean' } as const;

export function leaderValues({ caller }: Pick<Scope, 'caller'>) {
  return { caller: caller.memberId, acts: actsAsStaff(caller) };
}

const ACCESS = `s.id as "spaceId", coalesce(s.program_id, g.program_id) as "programId", s.status,
  ${MODERATES} as moderates, ${IS_STAFF} as "isStaff", ${READS} as reads, ${POSTS} as posts`;

const readAccess = communityTables
  .statement(
    'read_access_to_space',
    { space: 'uuid', ...accessParameters },
    `select ${ACCESS} from ${CALLER_AND_SPACES} where s.organization_id = :organization and s.id = :space`,
  )
  .returning<Access>();

const readAccessByPost = communityTables
  .statement(
    'read_access_to_post',
    { post: 'uuid', ...accessParameters },
    `select ${ACCESS} from ${CALLER_AND_SPACES}
     join posts t on t.organization_id = s.organization_id and t.space_id = s.id
     where s.organization_id = :organization and t.id = :post`,
  )
  .returning<Access>();

const readAccessByCase = communityTables
  .statement(
    'read_access_to_moderation_case',
    { case: 'uuid', ...accessParameters },
    `select ${ACCESS} from ${CALLER_AND_SPACES}
     join moderation_cases c on c.organization_id = s.organization_id and c.space_id = s.id
     where s.organization_id = :organization and c.id = :case`,
  )
  .returning<Access>();

/** Reads the rights of the caller in the space. Throws 404 where they may not read it. */
export async function accessTo(scope: Scope, space: string): Promise<Access> {
  return readable(await scope.query(readAccess, { space, ...accessValues(scope) }));
}

/** The same by a post. */
export async function accessToPost(scope: Scope, post: string): Promise<Access> {
  return readable(await scope.query(readAccessByPost, { post, ...accessValues(scope) }));
}

function readable(found: readonly Access[]): Access {
  const access = found.at(0);
  if (!access?.reads) throw notFound();
  return access;
}

/** The path names a space that the caller may read. */
export const readableSpace: TargetPolicy = {
  notFound: 'The space does not exist in the organization, or the caller may not read it.',
  authorize: async (scope, id) => {
    await accessTo(scope, id);
  },
};

/** The path names a post of a space that the caller may read. */
export const readablePost: TargetPolicy = {
  notFound: 'The post does not exist in the organization, or the caller may not read its space.',
  authorize: async (scope, id) => {
    await accessToPost(scope, id);
  },
};

/** The path names a case of a space that the caller moderates. */
export const moderatedCase: TargetPolicy = {
  notFound: 'The moderation case does not exist in the organization, or the caller does not moderate its space.',
  authorize: async (scope, id) => {
    const access = (await scope.query(readAccessByCase, { case: id, ...accessValues(scope) })).at(0);
    if (!access?.moderates) throw notFound();
  },
};
