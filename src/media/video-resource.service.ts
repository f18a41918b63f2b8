import { Injectable } from '@nestjs/common';
import { listMemberNames } from '../identity/identity.public.js';
import { forbidden, invalidField, invalidFields, invalidRequest } from '../platform/errors/service-error.js';
import type { Page } from '../platform/lists/page.js';
import { checkMove } from '../platform/operations/transitions.js';
import type { Scope } from '../platform/persistence/scope.js';
import type { Change } from '../platform/persistence/tenant-entity.js';
import type { UnitOfWork } from '../platform/persistence/unit-of-work.js';
import {
  distinctTags,
  tagKey,
  type PublishedVideoRequest,
  type PublishVideoResourceRequest,
  type UpdateVideoResourceRequest,
  type VideoResourceQuery,
} from './video-resource-request.dto.js';
import { toVideoResource, type VideoResource, type VideoResourceDetail } from './video-resource.dto.js';
import { VIDEO_MOVES, type VideoResourceEntity } from './video-resource.entity.js';
import {
  videoResourceCreated,
  videoResourcePublished,
  videoResourceUnpublished,
  videoResourceUpdated,
} from './video-resource.operations.js';
import { seesUnpublished } from './video-resource.policy.js';
import { VideoResourceRepository } from './video-resource.repository.js';

@Injectable()
export class VideoResourceService {
  constructor(private readonly resources: VideoResourceRepository) {}

  async list(scope: Scope, query: VideoResourceQuery): Promise<Page<VideoResource>> {
    if (query.status === 'unpublished' && !seesUnpublished(scope.caller)) throw forbidden();
    return this.resources.list(scope, query);
  }

  async get(scope: Scope, id: string): Promise<VideoResourceDetail> {
    const resource = await this.resources.get(scope, id);
    const surroundings = await this.resources.getSurroundings(scope, id);
    const videos = await this.resources.listVideos(scope, id);
    const names = await listMemberNames(scope, [resource.createdBy]);
    return {
      ...toVideoResource(resource),
      ...surroundings,
      videoCount: videos.length,
      authorName: names.get(resource.createdBy) ?? null,
      videos,
    };
  }

  async publish(uow: UnitOfWork, request: PublishVideoResourceRequest): Promise<VideoResource> {
    const programStatus = await this.resources.lockProgramStatus(uow, request.programId);
    if (programStatus === undefined || programStatus === 'archived') {
      throw invalidField('programId', 'must be a program of the school that is not archived');
    }
    const thumbnailMediaId = await this.chooseThumbnail(uow, request.videos, request.thumbnailMediaId ?? null);
    const resource = {
      id: uow.newId(),
      programId: request.programId,
      kind: request.kind,
      category: request.category,
      title: request.title,
      description: request.description ?? null,
      ...tagColumns(request.tags ?? []),
      status: 'published',
      thumbnailMediaId,
      createdBy: uow.caller.accountId,
      publishedAt: uow.now,
      unpublishedAt: null,
      createdAt: uow.now,
      updatedAt: uow.now,
    } satisfies Omit<VideoResourceEntity, 'organizationId'>;
    const videos = lines(request.videos);
    this.resources.add(uow, resource, videos);
    const { id, programId, kind, category, title, tags } = resource;
    uow.record(videoResourceCreated, {
      targetId: id,
      changes: { programId, kind, category, title, tags, thumbnailMediaId, videos },
      data: { videoResourceId: id, programId, category, title },
    });
    return toVideoResource(resource);
  }

  async update(uow: UnitOfWork, id: string, request: UpdateVideoResourceRequest): Promise<VideoResource> {
    const resource = await this.resources.getForUpdate(uow, id);
    const change = await this.changeOf(uow, id, request);
    const fields = Object.keys(request).filter((name) => request[name as 'title'] !== undefined);
    if (fields.length === 0) {
      uow.recordQuietly(id, {});
      return toVideoResource(resource);
    }
    const videos = request.videos && lines(request.videos);
    if (videos) this.resources.replaceVideos(uow, id, videos);
    this.resources.update(uow, id, { ...change, updatedAt: uow.now });
    uow.record(videoResourceUpdated, {
      targetId: id,
      changes: { ...change, tagKeys: undefined, ...(videos ? { videos } : {}) },
      data: { videoResourceId: id, fields },
    });
    return toVideoResource({ ...resource, ...change, updatedAt: uow.now });
  }

  async unpublish(uow: UnitOfWork, id: string): Promise<VideoResource> {
    const resource = await this.resources.getForUpdate(uow, id);
    checkMove('resource', VIDEO_MOVES, resource.status, 'unpublished');
    const change = { status: 'unpublished', unpublishedAt: uow.now, updatedAt: uow.now } as const;
    this.resources.update(uow, id, change);
    const data = { videoResourceId: id, programId: resource.programId };
    uow.record(videoResourceUnpublished, { targetId: id, changes: { status: change.status }, data });
    return toVideoResource({ ...resource, ...change });
  }

  async republish(uow: UnitOfWork, id: string): Promise<VideoResource> {
    const resource = await this.resources.getForUpdate(uow, id);
    checkMove('resource', VIDEO_MOVES, resource.status, 'published');
    const programStatus = await this.resources.lockProgramStatus(uow, resource.programId);
    if (programStatus === 'archived') throw invalidRequest('The program is archived.');
    const change = { status: 'published', publishedAt: uow.now, unpublishedAt: null, updatedAt: uow.now } as const;
    this.resources.update(uow, id, change);
    const data = { videoResourceId: id, programId: resource.programId };
    uow.record(videoResourcePublished, { targetId: id, changes: { status: change.status }, data });
    return toVideoResource({ ...resource, ...change });
  }

  /** The columns that were sent. A thumbnail sent as null becomes the first video's image, as at publication. */
  private async changeOf(
    uow: UnitOfWork,
    id: string,
    request: UpdateVideoResourceRequest,
  ): Promise<Change<VideoResourceEntity>> {
    const { category, title, description, tags, videos, thumbnailMediaId: asked } = request;
    const checked = videos ?? (asked === null ? await this.resources.listVideos(uow, id) : []);
    const chosen = await this.chooseThumbnail(uow, checked, asked ?? null);
    const thumbnailMediaId = asked === undefined ? undefined : chosen;
    const columns = { category, title, description, ...(tags ? tagColumns(tags) : {}), thumbnailMediaId };
    return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
  }

  /** Checks every media. The thumbnail asked for, else the first video's image, else none. */
  private async chooseThumbnail(
    uow: UnitOfWork,
    videos: readonly { mediaId: string }[],
    asked: string | null,
  ): Promise<string | null> {
    const ids = videos.map((video) => video.mediaId);
    const media = await this.resources.listMedia(uow, asked === null ? ids : [...ids, asked]);
    const issues = ids.flatMap((id, index) =>
      media.get(id)?.kind === 'video'
        ? []
        : [{ field: `videos.${index}.mediaId`, issue: 'must be a video media of the school' }],
    );
    if (asked !== null && media.get(asked)?.kind !== 'image') {
      issues.push({ field: 'thumbnailMediaId', issue: 'must be an image media of the school' });
    }
    if (issues.length > 0) throw invalidFields(issues);
    return asked ?? media.get(ids[0])?.posterMediaId ?? null;
  }
}

function lines(videos: readonly PublishedVideoRequest[]): { mediaId: string; title: string | null }[] {
  return videos.map(({ mediaId, title }) => ({ mediaId, title: title || null }));
}

function tagColumns(sent: readonly string[]): { tags: string[]; tagKeys: string[] } {
  const tags = distinctTags(sent);
  return { tags, tagKeys: tags.map(tagKey) };
}
