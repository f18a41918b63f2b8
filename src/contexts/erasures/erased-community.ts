import type { ErasedTexts } from './erased-texts.js';

const OWN_POSTS = `select p.id from posts p
  where p.organization_id = :organization and p.author_member_id = any(:members::uuid[])`;
const THREADS = 'Posts keep their place in threads, and reactions count on.';

/**
 * The words of a person in the community, and those about them. Posts go first: edits and reports, which copy words under the
 * lock of the post, find none to copy once its transaction is committed; what they have copied before, later steps erase.
 */
export const ERASED_TEXTS_OF_COMMUNITY: readonly ErasedTexts[] = [
  { table: 'posts', where: 't.author_member_id = any(:members::uuid[])', texts: ['title', 'body'], why: THREADS },
  { table: 'post_media', where: `t.post_id in (${OWN_POSTS})`, removed: true, why: 'The media are erased.' },
  { table: 'post_revisions', where: `t.post_id in (${OWN_POSTS})`, removed: true, why: THREADS },
  {
    table: 'moderation_cases',
    where: `t.post_id in (${OWN_POSTS})`,
    texts: ['snapshot_title', 'snapshot_body', 'note'],
    why: 'Decisions stay.',
  },
  {
    table: 'post_reports',
    where: `(t.member_id = any(:members::uuid[]) or t.post_id in (${OWN_POSTS}))`,
    texts: ['text'],
    why: 'Those of the person, and those about what they have written.',
  },
  { table: 'read_markers', where: 't.member_id = any(:members::uuid[])', removed: true, why: 'Nobody reads on.' },
  {
    table: 'member_blocks',
    where: '(t.member_id = any(:members::uuid[]) or t.blocked_member_id = any(:members::uuid[]))',
    removed: true,
    why: 'There is nothing left to hide.',
  },
  {
    table: 'community_mutes',
    where: 't.member_id = any(:members::uuid[])',
    texts: ['reason'],
    why: 'Until when a mute lasts is no text.',
  },
];
