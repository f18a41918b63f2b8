import { OF_PERSON_OF_MEMBER } from '#contexts/identity/identity.public.js';
import { ServiceError } from '#kernel/errors';
import type { Statement } from '#kernel/persistence';
import type { UnitOfWork } from '#kernel/work';
import { OWN_MEMBERSHIPS } from './access/access-sql.js';
import { communityTables } from './community.tables.js';

const HOUR_MS = 3_600_000;

// A person who has left and was added again is muted by any of their memberships.
const lockMemberships = communityTables.statement(
  'lock_memberships_in_community',
  { member: 'uuid' },
  `select 1 from members m
   where m.organization_id = :organization and ${OF_PERSON_OF_MEMBER}
   order by m.id for no key update`,
);

/** Locks the memberships of a person: what they do at once is counted one after the other, and a mute waits, or is waited for. */
export async function lockPerson(uow: UnitOfWork, member = uow.caller.memberId): Promise<void> {
  await uow.query(lockMemberships, { member });
}

interface Pace {
  what: string;
  most: number;
  windowMs: number;
  /** SQL: the instants, as `at`, of what the person with the account `:account` did after `:since`. */
  instants: string;
}

type Check = (uow: UnitOfWork) => Promise<void>;

/**
 * Declares how often a person may do something within a time, counted from rows. One more throws 429, with the time until
 * the first of them is past. The person is locked.
 */
function pace({ what, most, windowMs, instants }: Pace): Check {
  const find: Statement<{ at: Date }, { account: 'uuid'; since: 'timestamptz' }> = communityTables
    .statement(
      `pace_of_${what}`,
      { account: 'uuid', since: 'timestamptz' },
      `${instants} order by at desc offset ${most - 1} limit 1`,
    )
    .returning<{ at: Date }>();
  return async (uow) => {
    const { caller, now } = uow;
    const values = { account: caller.accountId, since: new Date(now.getTime() - windowMs) };
    const [first] = await uow.query(find, values);
    if (!(first as object | undefined)) return;
    const retryAfterSeconds = Math.max(1, Math.ceil((first.at.getTime() + windowMs - now.getTime()) / 1_000));
    throw new ServiceError('rate_limited', `Too many ${what}. Retry later.`, [], { retryAfterSeconds });
  };
}

const made = (condition: string): string =>
  `select created_at as at from posts
   where organization_id = :organization and author_member_id = ${OWN_MEMBERSHIPS} and parent_id is ${condition}
     and created_at > :since::timestamptz`;

export const checkPostPace = pace({ what: 'posts', most: 10, windowMs: HOUR_MS, instants: made('null') });

export const checkCommentPace = pace({ what: 'comments', most: 60, windowMs: HOUR_MS, instants: made('not null') });

export const REACTIONS_WINDOW_MS = HOUR_MS;

export const checkReactionPace = pace({
  what: 'reactions',
  most: 300,
  windowMs: REACTIONS_WINDOW_MS,
  instants: `select s.at::timestamptz as at from post_reactions r
    cross join lateral jsonb_array_elements_text(r.set_at) as s (at)
    where r.organization_id = :organization and r.member_id = ${OWN_MEMBERSHIPS} and r.updated_at > :since::timestamptz
      and s.at::timestamptz > :since::timestamptz`,
});

export const checkReportPace = pace({
  what: 'reports',
  most: 20,
  windowMs: 24 * HOUR_MS,
  instants: `select created_at as at from post_reports
    where organization_id = :organization and member_id = ${OWN_MEMBERSHIPS} and created_at > :since::timestamptz`,
});

/** The documented condition of a 429. */
export const TOO_MANY = (most: number, what: string, time: string): string =>
  `More than ${most} ${what} within ${time}; Retry-After says when the next one is possible.`;
