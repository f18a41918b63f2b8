import { Instant, NestedList, OneOf, PositiveInteger, Text, TextList, Uuid, WebAddress } from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import { tagIssue } from './video-resource-request.dto.js';
import { VideoResourceVideo } from './video-resource.dto.js';
import { VIDEO_CATEGORIES } from './video-resource.entity.js';

export class MyVideosQuery extends PageQuery {
  @Uuid({ optional: true, description: 'Only resources of this program' }) programId?: string;
  @Text({
    optional: true,
    trim: true,
    min: 1,
    max: 200,
    description: 'Words that must all occur in title or description',
  })
  q?: string;
}

/** A video resource as an enrolled person sees it: without who published it. */
export class MyVideoResource {
  @Uuid({ description: 'Video resource identifier' }) id: string;
  @Uuid({ description: 'The program' }) programId: string;
  @OneOf(['replay_other', 'video_answer'], { description: 'Kind' }) kind: string;
  @OneOf(VIDEO_CATEGORIES, { description: 'Category' }) category: string;
  @Text({ min: 1, max: 200, description: 'Title', example: 'Giving feedback' }) title: string;
  @Text({ nullable: true, description: 'Markdown' }) description: string | null;
  @TextList(tagIssue, { description: 'Tags', example: ['feedback'] }) tags: string[];
  @Instant({ description: 'Time of the last publication, UTC' }) publishedAt: string;
}

export class MyVideoResourceDetail extends MyVideoResource {
  @Text({ nullable: true, description: 'Name of the program', example: 'Leadership Essentials' })
  programName: string | null;

  @WebAddress({ nullable: true, description: 'URL of the thumbnail' }) thumbnailUrl: string | null;
  @PositiveInteger({ description: 'Number of videos' }) videoCount: number;
  @NestedList(() => VideoResourceVideo, { description: 'In display order' }) videos: VideoResourceVideo[];
}
