import { createMedia } from '#contexts/media/media/media.operations.js';
import { createMyMedia } from '#contexts/media/my-media/my-media.operations.js';
import {
  publishVideoResource,
  republishVideoResource,
  unpublishVideoResource,
  updateVideoResource,
} from '#contexts/media/video-resource/video-resource.operations.js';
import { sample, type Sample } from '../conformance/sample.js';

export const mediaSamples: Sample[] = [
  sample(createMedia, async (school) => ({
    body: {
      kind: 'video',
      title: 'Giving feedback',
      mimeType: 'video/mp4',
      url: 'https://media.example.com/giving-feedback.mp4',
      posterMediaId: await school.media('image'),
    },
  })),
  sample(
    createMyMedia,
    async (school) => {
      await school.enrollment({ member_id: school.owner.memberId });
      return {
        body: {
          kind: 'file',
          title: 'My coaching plan',
          mimeType: 'application/pdf',
          url: 'https://files.example.com/plan.pdf',
        },
      };
    },
    { ofCaller: true },
  ),
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
];
