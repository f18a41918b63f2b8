import { refusedIn } from '#kernel/errors';
import { administrators, administratorsAndCoaches, anyStaff } from '#kernel/access';
import { OneOf, Text, Uuid } from '#kernel/fields';
import { existing, resource } from '#kernel/operations';
import { declareEvent, withFields } from '#kernel/events';
import { mediaTables } from '../media.tables.js';
import {
  PublishVideoResourceRequest,
  UpdateVideoResourceRequest,
  VideoResourceQuery,
} from './video-resource-request.dto.js';
import { VideoResource, VideoResourceDetail } from './video-resource.dto.js';
import { VIDEO_CATEGORIES, VIDEO_RESOURCE } from './video-resource.entity.js';
import { visibleVideoResource } from './video-resource.policy.js';

class VideoResourceEvent {
  @Uuid() videoResourceId: string;
}

class VideoResourceUpdated extends withFields(VideoResourceEvent) {}

export class VideoResourceUnpublished extends VideoResourceEvent {
  @Uuid() programId: string;
}

class VideoResourcePublished extends VideoResourceUnpublished {}

class VideoResourceCreated extends VideoResourceUnpublished {
  @OneOf(VIDEO_CATEGORIES) category: string;
  @Text() title: string;
}

const videoResources = resource({
  noun: 'video resource',
  tag: 'Video library',
  path: '/video-resources/:videoResourceId',
  response: VideoResource,
  target: existing('video resource', mediaTables, 'video_resources'),
  read: anyStaff,
  write: administrators,
});

export const listVideoResources = videoResources.list({
  summary: 'List the video library',
  description: 'Published resources, newest first. OWNER and ADMIN can also list unpublished resources.',
  query: VideoResourceQuery,
  mayLag: true,
  refusals: { 403: `${anyStaff.forbidden} Listing unpublished resources requires OWNER or ADMIN.` },
});

export const getVideoResource = videoResources.get({
  description: 'With its videos, its thumbnail and the names of its program and author.',
  target: visibleVideoResource,
  response: VideoResourceDetail,
});

export const publishVideoResource = videoResources.create({
  name: 'publish_video_resource',
  summary: 'Publish a video resource',
  description:
    "The resource is published immediately. The videos are shown in the given order. The Idempotency-Key is the caller's own.",
  access: administratorsAndCoaches,
  body: PublishVideoResourceRequest,
  event: declareEvent('video_resource.created', 'A video resource was published in the library.', VideoResourceCreated),
  keyScope: 'account',
  refusals: {
    400:
      'The Idempotency-Key is missing, the JSON is invalid, a field is invalid, the program does not exist in the ' +
      'organization or is archived, a video or the thumbnail is not registered media ' +
      'of the required kind, a video is repeated, the category is missing, or the kind is video_answer.',
  },
});

export const updateVideoResource = videoResources.patch({
  description: 'Omitted fields are left unchanged. videos and tags are replaced as a whole.',
  body: UpdateVideoResourceRequest,
  event: declareEvent('video_resource.updated', 'A video resource was changed.', VideoResourceUpdated),
  refusals: {
    400:
      'The Idempotency-Key is missing, a field is invalid, a video or the thumbnail is not registered media of the ' +
      'required kind, or a video is repeated.',
  },
});

export const unpublishVideoResource = videoResources.command('unpublish', {
  leadsTo: 'unpublished',
  description: 'Members no longer see it. Its videos are kept.',
  event: declareEvent('video_resource.unpublished', 'A video resource was unpublished.', VideoResourceUnpublished),
  reasons: VIDEO_RESOURCE.refusalsOfMove('unpublished'),
});

export const republishVideoResource = videoResources.command('publish', {
  leadsTo: 'published',
  name: 'republish_video_resource',
  summary: 'Publish an unpublished video resource again',
  description: 'Members of the program see it again.',
  event: declareEvent(
    'video_resource.published',
    'An unpublished video resource was published again.',
    VideoResourcePublished,
  ),
  refusals: {
    400: 'The Idempotency-Key is missing.',
  },
  reasons: [...refusedIn('program', ['archived'], 400), ...VIDEO_RESOURCE.refusalsOfMove('published')],
});
