import { setMyBlocks } from '#contexts/community/block/member-blocks.operations.js';
import { decideModerationCase } from '#contexts/community/moderation/moderation-case.operations.js';
import { setCommunityMute } from '#contexts/community/mute/community-mute.operations.js';
import { createPost, deletePost, setReactions, updatePost } from '#contexts/community/post/post.operations.js';
import { reportPost } from '#contexts/community/moderation/post-report.operations.js';
import { createSpace, markSpaceRead, updateSpace } from '#contexts/community/space/space.operations.js';
import type { School } from '../support/school.js';
import { sample, type Sample } from '../conformance/sample.js';

const ownPost = (school: School, row: object = {}) => school.post({ author_member_id: school.owner.memberId, ...row });

export const communitySamples: Sample[] = [
  sample(createSpace, async (school) => {
    const programId = await school.program();
    const cohortId = await school.cohort({ program_id: programId });
    const words = { name: 'Spring cohort', description: 'Questions, and what went well.', posting: 'staff' };
    return { body: { ...words, scope: 'cohort', programId, cohortId } };
  }),
  sample(updateSpace, async (school) => ({
    params: [await school.space({ program_id: await school.program() })],
    body: { name: 'Summer room', description: 'For the break.', posting: 'staff', status: 'active' },
  })),
  sample(markSpaceRead, async (school) => {
    const space_id = await school.space();
    await school.post({ space_id, parent_id: await school.post({ space_id }) });
    return { params: [space_id], body: { through: 1 } };
  }),
  sample(
    createPost,
    async (school) => {
      const space_id = await school.space();
      return {
        params: [space_id],
        body: {
          ...{ title: 'What worked this week', body: 'I asked first, and then listened.' },
          parentId: await school.post({ space_id }),
          mediaIds: [await school.storedMedia(school.owner.accountId)],
          mentions: [(await school.person('ADMIN')).memberId],
        },
      };
    },
    // The addresses of media are made anew.
    { replayDiffers: true },
  ),
  sample(updatePost, async (school) => ({
    params: [await ownPost(school)],
    body: { title: 'What worked today', body: 'I listened, and then asked.', pinned: true },
  })),
  sample(deletePost, async (school) => ({ params: [await ownPost(school)], body: {} })),
  sample(setReactions, async (school) => ({
    params: [await school.post()],
    body: { reactions: ['like', 'insightful'] },
  })),
  sample(reportPost, async (school) => ({
    params: [await school.post()],
    body: { reason: 'personal_data', text: 'The second line has a telephone number.' },
  })),
  sample(
    decideModerationCase,
    async (school) => ({
      params: [await school.moderationCase()],
      body: { decision: 'remove', muteDays: 7, note: 'Telephone numbers are not for the space.' },
    }),
    { also: { 'post.removed': 1, 'community_mute.changed': 1 } },
  ),
  sample(setCommunityMute, async (school) => ({
    params: [await school.enrolledMember()],
    body: {
      until: new Date(school.app.now().getTime() + 86_400_000).toISOString(),
      reason: 'Advertises in every space.',
    },
  })),
  sample(setMyBlocks, async (school) => ({ body: { memberIds: [await school.enrolledMember()] } })),
];
