import { createMedia, deleteMedia } from '#contexts/media/media/media.operations.js';
import { createMyMedia } from '#contexts/media/my-media/my-media.operations.js';
import {
  answerVideoQuestion,
  askVideoQuestion,
  declineVideoQuestion,
  withdrawVideoQuestion,
} from '#contexts/media/video-question/video-question.operations.js';
import {
  publishVideoResource,
  republishVideoResource,
  unpublishVideoResource,
  updateVideoResource,
} from '#contexts/media/video-resource/video-resource.operations.js';
import { sample, type Sample } from '../conformance/sample.js';
import type { School } from '../support/school.js';

/** An enrollment of the school's owner, who calls the samples. */
const ownEnrollment = (school: School): Promise<string> => school.enrollment({ member_id: school.owner.memberId });

export const mediaSamples: Sample[] = [
  sample(deleteMedia, async (school) => ({ params: [await school.media()], body: {} })),
  sample(createMedia, async (school) => ({
    body: {
      kind: 'video',
      title: 'Giving feedback',
      mimeType: 'video/mp4',
      url: 'https://media.example.com/giving-feedback.mp4',
      posterMediaId: await school.media('image'),
    },
  })),
  sample(createMyMedia, async (school) => {
    await school.enrollment({ member_id: school.owner.memberId });
    return {
      body: {
        kind: 'file',
        title: 'My coaching plan',
        mimeType: 'application/pdf',
        url: 'https://files.example.com/plan.pdf',
      },
    };
  }),
  sample(publishVideoResource, async (school) => ({
    body: {
      programId: await school.program(),
      kind: 'replay_other',
      category: 'video',
      title: 'Giving feedback',
      tags: ['feedback'],
      videos: [{ mediaId: await school.media() }, { mediaId: await school.media(), title: 'Part two' }],
    },
  })),
  sample(updateVideoResource, async (school) => ({
    params: [await school.videoResource()],
    body: { title: 'Taking feedback', tags: ['feedback'], videos: [{ mediaId: await school.media() }] },
  })),
  sample(unpublishVideoResource, async (school) => ({ params: [await school.videoResource()], body: {} })),
  sample(republishVideoResource, async (school) => ({
    params: [await school.videoResource({ status: 'unpublished', unpublished_at: school.app.now() })],
    body: {},
  })),
  sample(askVideoQuestion, async (school) => {
    const program_id = await school.program();
    const cohort_id = await school.cohort({ program_id });
    return {
      body: {
        enrollmentId: await school.enrollment({ cohort_id, member_id: school.owner.memberId }),
        body: 'How do I begin?',
        videoResourceId: await school.videoResource({ program_id }),
        positionSeconds: 95,
      },
    };
  }),
  sample(withdrawVideoQuestion, async (school) => ({
    params: [await school.videoQuestion(await ownEnrollment(school))],
    body: {},
  })),
  sample(
    answerVideoQuestion,
    async (school) => ({
      params: [await school.videoQuestion()],
      body: {
        text: 'Begin with what went well.',
        title: 'How to begin',
        videos: [{ mediaId: await school.media() }],
        thumbnailMediaId: await school.media('image'),
      },
    }),
    { also: { 'video_resource.created': 1 } },
  ),
  sample(declineVideoQuestion, async (school) => ({
    params: [await school.videoQuestion()],
    body: { reason: 'The first lesson answers it' },
  })),
];
