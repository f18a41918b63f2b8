import {
  Instant,
  NestedList,
  OneOf,
  PositiveInteger,
  ServiceAddress,
  Text,
  TextList,
  Uuid,
  WebAddress,
} from '#kernel/fields';
import { tagIssue } from './video-resource-request.dto.js';
import { VIDEO_CATEGORIES, VIDEO_STATUSES } from './video-resource.entity.js';

export class VideoResource {
  @Uuid({ description: 'Video resource identifier' }) id: string;
  @Uuid({ description: 'The program' }) programId: string;
  @OneOf(['replay_other', 'video_answer'], { description: 'Kind' }) kind: string;
  @OneOf(VIDEO_CATEGORIES, { description: 'Category' }) category: string;
  @Text({ min: 1, max: 200, description: 'Title', example: 'Giving feedback' }) title: string;
  @Text({ nullable: true, description: 'Markdown' }) description: string | null;
  @TextList(tagIssue, { description: 'Tags', example: ['feedback'] }) tags: string[];
  @OneOf(VIDEO_STATUSES, { description: 'Status; published on creation' }) status: string;
  @Uuid({ nullable: true, description: 'The thumbnail: a registered image' }) thumbnailMediaId: string | null;
  @Uuid({ description: 'Account that published it' }) createdBy: string;
  @Instant({ description: 'Time of the last publication, UTC' }) publishedAt: string;
  @Instant({ nullable: true, description: 'Unpublication time, UTC' }) unpublishedAt: string | null;
  @Instant({ description: 'Creation time, UTC' }) createdAt: string;
  @Instant({ description: 'Time of the last change, UTC' }) updatedAt: string;
}

export class VideoResourceVideo {
  @Uuid({ description: 'The registered video' }) mediaId: string;
  @Text({ description: 'Title; by default that of the media', example: 'Giving feedback' }) title: string;
  @ServiceAddress() @WebAddress({ description: 'URL of the video' }) url: string;
  @PositiveInteger({ description: 'Position in the display order' }) position: number;
}

export class VideoResourceDetail extends VideoResource {
  @Text({ nullable: true, description: 'Name of the program', example: 'Leadership Essentials' })
  programName: string | null;

  @ServiceAddress()
  @WebAddress({ nullable: true, description: 'URL of the thumbnail' })
  thumbnailUrl: string | null;
  @PositiveInteger({ description: 'Number of videos' }) videoCount: number;
  @Text({ nullable: true, description: 'Display name of the account that published it' }) authorName: string | null;
  @NestedList(() => VideoResourceVideo, { description: 'In display order' }) videos: VideoResourceVideo[];
}
