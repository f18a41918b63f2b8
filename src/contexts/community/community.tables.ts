import { Tables } from '#kernel/persistence';

export const communityTables = new Tables({
  owner: 'community',
  owns: {
    community_mutes: 'select, insert, update',
    member_blocks: 'select, insert, delete',
    moderation_cases: 'select, insert, update',
    post_media: 'select, insert, delete',
    post_reactions: 'select, insert, update',
    post_reports: 'select, insert, update',
    post_revisions: 'select, insert, delete',
    posts: 'select, insert, update',
    read_markers: 'select, insert, update, delete',
    spaces: 'select, insert, update',
  },
  reads: ['cohorts', 'enrollments', 'group_memberships', 'groups', 'media', 'members', 'programs', 'responsibilities'],
});
