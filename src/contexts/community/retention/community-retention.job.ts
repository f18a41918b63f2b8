import { Injectable } from '@nestjs/common';
import { type JobLease, JobWorker, ScheduledJob } from '#kernel/jobs';
import { communityTables } from '../community.tables.js';
import { COMMUNITY_RETENTION, keptSince, keptUntil } from './retention-schedule.js';

const BATCH = 500;

const listCases = communityTables
  .statement(
    'list_moderation_cases_to_empty',
    { before: 'timestamptz' },
    `select c.id, c.post_id as "postId" from moderation_cases c
     where c.organization_id = :organization and c.decided_at <= :before and c.snapshot_body is not null
     order by c.decided_at limit ${BATCH}`,
  )
  .returning<{ id: string; postId: string }>();

const emptyCases = communityTables.statement(
  'empty_moderation_cases',
  { ids: 'uuid[]' },
  `update moderation_cases set snapshot_title = null, snapshot_body = null
   where organization_id = :organization and id = any(:ids::uuid[])`,
);

const KEPT_BY_CASE = (post: string): string => `exists (
  select 1 from moderation_cases c
  where c.organization_id = :organization and c.post_id = ${post} and c.snapshot_body is not null)`;

// Edits after the last decision are for a later case.
const dropRevisions = communityTables.statement(
  'drop_revisions_of_decided_cases',
  { posts: 'uuid[]' },
  `delete from post_revisions r
   where r.organization_id = :organization and r.post_id = any(:posts::uuid[]) and not ${KEPT_BY_CASE('r.post_id')}
     and r.created_at <= (
       select max(c.decided_at) from moderation_cases c
       where c.organization_id = :organization and c.post_id = r.post_id)`,
);

const listPosts = communityTables
  .statement(
    'list_posts_to_empty',
    { before: 'timestamptz' },
    `select t.id from posts t
     where t.organization_id = :organization and t.ended_at <= :before and t.body is not null
       and not ${KEPT_BY_CASE('t.id')}
     order by t.ended_at limit ${BATCH} for no key update of t`,
  )
  .returning<{ id: string }>();

const emptyPosts = communityTables.statement(
  'empty_posts',
  { ids: 'uuid[]' },
  `update posts set title = null, body = null, mentions = '{}'
   where organization_id = :organization and id = any(:ids::uuid[])`,
);

const dropRevisionsOfPosts = communityTables.statement(
  'drop_revisions_of_emptied_posts',
  { ids: 'uuid[]' },
  'delete from post_revisions where organization_id = :organization and post_id = any(:ids::uuid[])',
);

const dropMedia = communityTables.statement(
  'drop_media_of_emptied_posts',
  { ids: 'uuid[]' },
  'delete from post_media where organization_id = :organization and post_id = any(:ids::uuid[])',
);

const findNext = communityTables
  .statement(
    'find_next_words_to_remove',
    {},
    `select least(
       (select min(c.decided_at) from moderation_cases c
        where c.organization_id = :organization and c.decided_at is not null and c.snapshot_body is not null),
       (select min(t.ended_at) from posts t
        where t.organization_id = :organization and t.ended_at is not null and t.body is not null
          and not ${KEPT_BY_CASE('t.id')})) as at`,
  )
  .returning<{ at: Date | null }>();

/**
 * Removes the words that nobody may see any more: those of a deleted or removed post after 30 days, those of a moderation
 * case, and of the post that it keeps, 30 days after its decision.
 */
@Injectable()
export class CommunityRetentionJob extends ScheduledJob {
  readonly name = COMMUNITY_RETENTION;

  constructor(jobs: JobWorker) {
    super();
    jobs.add(this);
  }

  run(lease: JobLease): Promise<Date | null> {
    const before = keptSince(lease.now);
    return lease.inTenant(async (tenant) => {
      const cases = await tenant.query(listCases, { before });
      if (cases.length > 0) {
        await tenant.execute(emptyCases, { ids: cases.map(({ id }) => id) });
        await tenant.execute(dropRevisions, { posts: cases.map(({ postId }) => postId) });
      }
      const ids = (await tenant.query(listPosts, { before })).map(({ id }) => id);
      if (ids.length > 0) {
        await tenant.execute(dropRevisionsOfPosts, { ids });
        await tenant.execute(dropMedia, { ids });
        await tenant.execute(emptyPosts, { ids });
      }
      const [{ at }] = await tenant.query(findNext);
      return at && keptUntil(at);
    });
  }
}
