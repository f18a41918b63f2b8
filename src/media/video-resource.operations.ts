import { administrators, administratorsAndCoaches, anyStaff } from '../platform/access/access-rule.js';
import { declareEvent } from '../platform/events/event.js';
import { Uuid } from '../platform/fields/identifiers.js';
import { OneOf, Text, TextList } from '../platform/fields/text.js';
import { pageOf } from '../platform/lists/page.js';
import { declareRead, declareWrite } from '../platform/operations/operation.js';
import { existingIn } from '../platform/operations/target.js';
import {
  PublishVideoResourceRequest,
  UpdateVideoResourceRequest,
  VideoResourceQuery,
} from './video-resource-request.dto.js';
import { VideoResource, VideoResourceDetail } from './video-resource.dto.js';
import { VIDEO_CATEGORIES } from './video-resource.entity.js';
import { narrowToVisible, visibleVideoResource } from './video-resource.policy.js';

const tag = 'Video library';
const anyResource = existingIn('video_resources');
const noRole = 'The caller has no role that needs the library.';
const notAdministrator = 'The caller is neither OWNER nor ADMIN.';
const unknown = 'The resource is unknown, or of another organization.';

export class VideoResourceCreated {
  @Uuid()
  videoResourceId: string;

  @Uuid()
  programId: string;

  @OneOf(VIDEO_CATEGORIES)
  category: string;

  @Text()
  title: string;
}

export const videoResourceCreated = declareEvent({
  name: 'video_resource.created',
  summary: 'A video resource was published in the library.',
  data: VideoResourceCreated,
});

export class VideoResourceUpdated {
  @Uuid()
  videoResourceId: string;

  @TextList(() => undefined, { description: 'The fields that were sent', example: ['title'] })
  fields: string[];
}

export const videoResourceUpdated = declareEvent({
  name: 'video_resource.updated',
  summary: 'A video resource was changed.',
  data: VideoResourceUpdated,
});

export class VideoResourceUnpublished {
  @Uuid()
  videoResourceId: string;

  @Uuid()
  programId: string;
}

export const videoResourceUnpublished = declareEvent({
  name: 'video_resource.unpublished',
  summary: 'A video resource was taken out of the library.',
  data: VideoResourceUnpublished,
});

export class VideoResourcePublished extends VideoResourceUnpublished {}

export const videoResourcePublished = declareEvent({
  name: 'video_resource.published',
  summary: 'A video resource was put back into the library.',
  data: VideoResourcePublished,
});

export const listVideoResources = declareRead({
  name: 'list_video_resources',
  path: '/video-resources',
  tag,
  summary: 'List the video library',
  description: 'Published resources, newest first. OWNER and ADMIN may ask for unpublished ones.',
  access: anyStaff,
  query: VideoResourceQuery,
  response: pageOf(VideoResource),
  refusals: {
    400: 'A filter, the limit or the cursor is invalid.',
    403: 'The caller has no role that needs the library, or asks for resources that they may not see.',
  },
});

export const getVideoResource = declareRead({
  name: 'get_video_resource',
  path: '/video-resources/:videoResourceId',
  tag,
  summary: 'Read a video resource',
  access: anyStaff,
  target: visibleVideoResource,
  response: VideoResourceDetail,
  refusals: {
    403: noRole,
    404: 'The resource is unknown, of another organization, or unpublished and the caller neither OWNER nor ADMIN.',
  },
});

export const publishVideoResource = declareWrite({
  name: 'publish_video_resource',
  method: 'POST',
  path: '/video-resources',
  tag,
  summary: 'Publish a video resource',
  description:
    'Publishes a resource in the video library at once. Every video is a video media of the school; its media ids ' +
    'are passed in display order.',
  access: administratorsAndCoaches,
  body: PublishVideoResourceRequest,
  response: VideoResource,
  status: 201,
  targetType: 'video_resource',
  event: videoResourceCreated,
  narrowReplay: narrowToVisible,
  refusals: {
    400:
      'The Idempotency-Key is missing, the JSON is invalid, a field is out of bounds, the program is unknown or ' +
      'archived, a media is no video (or, for the thumbnail, no image) of the school, a video is given twice, the ' +
      'category is missing, or the kind is video_answer.',
    403:
      'The caller is neither OWNER, ADMIN nor an assigned coach, or a coach who repeats a publication of somebody ' +
      'else that was unpublished since.',
  },
});

export const updateVideoResource = declareWrite({
  name: 'update_video_resource',
  method: 'PATCH',
  path: '/video-resources/:videoResourceId',
  tag,
  summary: 'Change a video resource',
  description: 'A field left out is left alone; videos and tags are replaced as a whole.',
  access: administrators,
  target: anyResource,
  body: UpdateVideoResourceRequest,
  response: VideoResource,
  status: 200,
  targetType: 'video_resource',
  event: videoResourceUpdated,
  mayChangeNothing: true,
  refusals: {
    400:
      'The Idempotency-Key is missing, a field is out of bounds, a media is no video (or, for the thumbnail, no image) ' +
      'of the school, or a video is given twice.',
    403: notAdministrator,
    404: unknown,
  },
});

export const unpublishVideoResource = declareWrite({
  name: 'unpublish_video_resource',
  method: 'POST',
  path: '/video-resources/:videoResourceId/unpublish',
  tag,
  summary: 'Take a video resource out of the library',
  access: administrators,
  target: anyResource,
  response: VideoResource,
  status: 200,
  targetType: 'video_resource',
  event: videoResourceUnpublished,
  refusals: {
    403: notAdministrator,
    404: unknown,
    409: 'The resource is unpublished already, or another request holds it.',
  },
});

export const republishVideoResource = declareWrite({
  name: 'republish_video_resource',
  method: 'POST',
  path: '/video-resources/:videoResourceId/publish',
  tag,
  summary: 'Put a video resource back into the library',
  access: administrators,
  target: anyResource,
  response: VideoResource,
  status: 200,
  targetType: 'video_resource',
  event: videoResourcePublished,
  refusals: {
    400: 'The Idempotency-Key is missing, or the program is archived.',
    403: notAdministrator,
    404: unknown,
    409: 'The resource is published already, or another request holds it.',
  },
});
