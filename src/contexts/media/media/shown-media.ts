import { reachesAllEnrollments, refusalOfUnseen } from '#contexts/enrollments/enrollments.public.js';
import { allows, anyStaff, type Caller } from '#kernel/access';
import type { TargetPolicy } from '#kernel/operations';
import type { UnitOfWork } from '#kernel/work';
import { mediaTables } from '../media.tables.js';
import type { MediaEntity } from './media.entity.js';

/**
 * SQL condition: the media `m` is shown to the caller. Administrators and directors of the organization are shown all
 * media, anybody their own. Others are not shown what a person registered on their own side: they see it with the
 * submission that they reach. Media from before 1.2 is the library's if its audit entry has the title, which entries of
 * a person's own never had.
 */
export function shownToCaller(m: string): string {
  return `(:showsAll::boolean or ${m}.created_by = :account::uuid or not coalesce(${m}.own_side, not exists (
    select 1 from audit_entries a
    where a.organization_id = :organization and a.target_id = ${m}.id and a.action = 'media.created'
      and a.changes -> 'title' is not null)))`;
}

export const shownParameters = { showsAll: 'boolean', account: 'uuid' } as const;

export function shownValues(caller: Caller): { showsAll: boolean; account: string } {
  return { showsAll: reachesAllEnrollments(caller), account: caller.accountId };
}

export type ShownMedia = Pick<MediaEntity, 'id' | 'kind' | 'title' | 'mimeType' | 'posterMediaId' | 'createdBy'>;

// Locked, it is not deleted before the transaction that names it has ended.
const shown = mediaTables
  .statement(
    'lock_shown_media',
    { ids: 'uuid[]', placed: 'uuid[]', ...shownParameters },
    `select m.id, m.kind, m.title, m.mime_type as "mimeType", m.poster_media_id as "posterMediaId",
     m.created_by as "createdBy"
   from media m
   where m.organization_id = :organization and m.id = any(:ids::uuid[])
     and (m.id = any(:placed::uuid[]) or ${shownToCaller('m')})
   order by m.id for key share of m`,
  )
  .returning<ShownMedia>();

/**
 * Those of the media that the caller is shown, by id: the only ones that a body may name. `placed`: those that the
 * changed resource shows already, so that a change may keep them.
 */
export async function listShownMedia(
  uow: UnitOfWork,
  ids: readonly string[],
  placed: readonly string[] = [],
): Promise<ReadonlyMap<string, ShownMedia>> {
  if (ids.length === 0) return new Map();
  const rows = await uow.query(shown, { ids, placed, ...shownValues(uow.caller) });
  return new Map(rows.map((row) => [row.id, row]));
}

const findSeen = mediaTables
  .statement(
    'find_seen_media',
    { id: 'uuid', isStaff: 'boolean', ...shownParameters },
    `select m.created_by = :account or :isStaff and ${shownToCaller('m')} as "isSeen"
     from media m where m.organization_id = :organization and m.id = :id`,
  )
  .returning<{ isSeen: boolean }>();

function seen({ passesUnknown }: { passesUnknown: boolean }): TargetPolicy {
  return {
    notFound:
      'The media does not exist in the organization, or somebody else registered it on their own side and the caller is ' +
      'neither an administrator nor an organization-scoped program_director. Who is no staff sees their own only.',
    authorize: async (scope, id) => {
      const { caller } = scope;
      const [media] = await scope.query(findSeen, { id, isStaff: allows(anyStaff, caller), ...shownValues(caller) });
      if (media?.isSeen) return;
      const refused = await refusalOfUnseen(scope);
      if (media || !passesUnknown || refused.status !== 404) throw refused;
    },
  };
}

/** The path names media that the caller sees: staff as they are shown, others their own. */
export const seenMedia = seen({ passesUnknown: false });

/** The same, where the media may be gone: a replay of its deletion finds none. The service refuses what is unknown. */
export const seenOrDeletedMedia = seen({ passesUnknown: true });
