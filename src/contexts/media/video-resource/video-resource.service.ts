import { Injectable } from '@nestjs/common';
import { listMemberNames } from '#contexts/identity/identity.public.js';
import { lockProgramStatus } from '#contexts/programs/programs.public.js';
import { isAdministrator } from '#kernel/access';
import { forbidden, invalidField, wrongStatus } from '#kernel/errors';
import { sentFields, toResource, toResources } from '#kernel/fields';
import type { Page } from '#kernel/lists';
import type { Scope, UnitOfWork } from '#kernel/work';
import { type Change, type Changes, fieldChanges } from '#kernel/persistence';
import { MyVideoResource, MyVideoResourceDetail, type MyVideosQuery } from './my-video.dto.js';
import { chooseThumbnail, linesOf, publishVideos, tagColumns } from './video-publication.js';
import {
  type PublishVideoResourceRequest,
  type UpdateVideoResourceRequest,
  type VideoResourceQuery,
  tagKey,
} from './video-resource-request.dto.js';
import { VideoResource, VideoResourceDetail } from './video-resource.dto.js';
import { VIDEO_RESOURCE, VideoResourceEntity } from './video-resource.entity.js';
import {
  publishVideoResource,
  republishVideoResource,
  unpublishVideoResource,
  updateVideoResource,
} from './video-resource.operations.js';
import {
  VideoResourceRepository,
  listVideoResourcesOfPerson,
  replaceVideos,
  videoResourceList,
} from './video-resource.repository.js';

@Injectable()
export class VideoResourceService {
  constructor(private readonly resources: VideoResourceRepository) {}

  async list(scope: Scope, query: VideoResourceQuery): Promise<Page<VideoResource>> {
    if (query.status === 'unpublished' && !isAdministrator(scope.caller)) throw forbidden();
    const { tag, status = 'published' } = query;
    const narrowed = { ...query, status, tag: tag && tagKey(tag) };
    return scope.list(videoResourceList, narrowed, toResources(VideoResource));
  }

  listOfPerson(scope: Scope, query: MyVideosQuery): Promise<Page<MyVideoResource>> {
    const account = scope.caller.accountId;
    return scope.list(listVideoResourcesOfPerson, { ...query, account }, toResources(MyVideoResource));
  }

  async get(scope: Scope, id: string): Promise<VideoResourceDetail> {
    const detail = await this.detail(scope, id);
    const names = await listMemberNames(scope, [detail.createdBy]);
    return toResource(VideoResourceDetail, { ...detail, authorName: names.get(detail.createdBy) ?? null });
  }

  async getOfPerson(scope: Scope, id: string): Promise<MyVideoResourceDetail> {
    return toResource(MyVideoResourceDetail, await this.detail(scope, id));
  }

  private async detail(scope: Scope, id: string) {
    const resource = await scope.get(VideoResourceEntity, id);
    const related = await this.resources.getRelated(scope, id);
    const videos = await this.resources.listVideos(scope, id);
    return { ...resource, ...related, videoCount: videos.length, videos };
  }

  async publish(uow: UnitOfWork, request: PublishVideoResourceRequest): Promise<VideoResource> {
    const programStatus = await lockProgramStatus(uow, request.programId);
    if (programStatus === undefined || programStatus === 'archived') {
      throw invalidField('programId', 'must be a program of the organization that is not archived');
    }
    const { resource, changes } = await publishVideos(uow, request);
    const { title, tags } = resource;
    uow.record(publishVideoResource.event, resource, { ...changes, title, tags, videos: linesOf(request.videos) });
    return toResource(VideoResource, resource);
  }

  async update(uow: UnitOfWork, id: string, request: UpdateVideoResourceRequest): Promise<VideoResource> {
    const resource = await uow.getForUpdate(VideoResourceEntity, id);
    const fields = Object.keys(sentFields(request));
    if (fields.length === 0) {
      uow.recordWithoutEvent(id);
      return toResource(VideoResource, resource);
    }
    const changed = uow.change(VideoResourceEntity, resource, await this.changeOf(uow, resource, request));
    const changes: Changes = {};
    if (request.videos) {
      const videos = linesOf(request.videos);
      const before = await this.resources.listLines(uow, id);
      replaceVideos(uow, id, videos);
      Object.assign(changes, fieldChanges(VideoResourceEntity, { videos: before }, { videos }));
    }
    uow.record(updateVideoResource.event, { ...changed, fields }, changes);
    return toResource(VideoResource, changed);
  }

  async unpublish(uow: UnitOfWork, id: string): Promise<VideoResource> {
    const { event } = unpublishVideoResource;
    const change = { unpublishedAt: uow.now };
    return toResource(
      VideoResource,
      await uow.move(VideoResourceEntity, id, VIDEO_RESOURCE, 'unpublished', event, change),
    );
  }

  async republish(uow: UnitOfWork, id: string): Promise<VideoResource> {
    const resource = await uow.getForUpdate(VideoResourceEntity, id);
    VIDEO_RESOURCE.checkMove(resource.status, 'published');
    const programStatus = await lockProgramStatus(uow, resource.programId);
    if (programStatus === 'archived') throw wrongStatus('program', programStatus, undefined, 400);
    const { event } = republishVideoResource;
    const change = { publishedAt: uow.now, unpublishedAt: null };
    return toResource(
      VideoResource,
      await uow.move(VideoResourceEntity, resource, VIDEO_RESOURCE, 'published', event, change),
    );
  }

  /** The columns to change. A null thumbnail becomes the poster of the first video, as at publication. */
  private async changeOf(
    uow: UnitOfWork,
    { id, thumbnailMediaId: thumbnail }: VideoResourceEntity,
    request: UpdateVideoResourceRequest,
  ): Promise<Change<VideoResourceEntity>> {
    const { category, title, description, tags, videos, thumbnailMediaId: requested } = request;
    const before = videos || requested !== undefined ? await this.resources.listVideos(uow, id) : [];
    const placed = [...before.map(({ mediaId }) => mediaId), ...(thumbnail === null ? [] : [thumbnail])];
    const checked = videos ?? (requested === null ? before : []);
    const chosen = await chooseThumbnail(uow, checked, requested ?? null, placed);
    const thumbnailMediaId = requested === undefined ? undefined : chosen;
    return sentFields({ category, title, description, ...(tags ? tagColumns(tags) : {}), thumbnailMediaId });
  }
}
