import { everyMember } from '#kernel/access';
import { declareList, declareRead } from '#kernel/operations';
import { MyVideoResource, MyVideoResourceDetail, MyVideosQuery } from './my-video.dto.js';
import { myVideoResource } from './my-video.policy.js';

export const listMyVideos = declareList({
  name: 'list_my_videos',
  path: '/me/video-resources',
  tag: 'Me',
  summary: 'List the videos of the programs in which one is enrolled',
  description:
    'Published resources, newest first, of programs in which the person who calls has an enrollment that is neither ' +
    'withdrawn nor failed.',
  access: everyMember,
  query: MyVideosQuery,
  item: MyVideoResource,
  mayLag: true,
});

export const getMyVideo = declareRead({
  name: 'get_my_video',
  path: '/me/video-resources/:videoResourceId',
  tag: 'Me',
  summary: 'Retrieve a video resource of a program in which one is enrolled',
  description: 'With its videos. The caller has an enrollment in its program that is neither withdrawn nor failed.',
  access: everyMember,
  target: myVideoResource,
  response: MyVideoResourceDetail,
});
