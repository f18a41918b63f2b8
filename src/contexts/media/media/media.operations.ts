import { administrators, administratorsAndCoaches, anyMember, anyStaff } from '#kernel/access';
import { OneOf, Text, Uuid } from '#kernel/fields';
import { declareWrite, resource } from '#kernel/operations';
import { declareEvent } from '#kernel/events';
import { CreateMediaRequest, DeletedMedia, Media, MediaQuery } from './media.dto.js';
import { MEDIA_KINDS } from './media.entity.js';
import { mediaInUse } from './media-uses.js';
import { seenMedia, seenOrDeletedMedia } from './shown-media.js';

class MediaCreated {
  @Uuid() mediaId: string;
  @OneOf(MEDIA_KINDS) kind: string;
  @Text() title: string;
}

class MediaDeleted {
  @Uuid() mediaId: string;
  @Uuid({ nullable: true }) posterMediaId: string | null;
}

const media = resource({
  noun: 'media',
  plural: 'media',
  path: '/media/:mediaId',
  response: Media,
  target: seenMedia,
  read: anyStaff,
  write: administratorsAndCoaches,
});

export const createMedia = media.create({
  keyScope: 'account',
  summary: 'Register media',
  description:
    "Of a file that was uploaded, by its uploadId, or of one that is stored elsewhere, by its url. The Idempotency-Key is the caller's own.",
  body: CreateMediaRequest,
  event: declareEvent('media.created', 'Media was registered.', MediaCreated),
  refusals: {
    400:
      'The Idempotency-Key is missing, a field is invalid, mimeType does not match kind, or posterMediaId is not a ' +
      'registered image of the organization, or uploadId is no upload of the caller that is ready and of the kind.',
  },
});

export const listMedia = media.list({
  description:
    'Newest first. What a person registered under /me is listed for administrators, organization-scoped ' +
    'program_directors and that person only; others see it with the submission. Stored files of a person are in no list.',
  query: MediaQuery,
  mayLag: true,
});

export const getMedia = media.get({
  summary: 'Retrieve media',
  description: 'Its title, kind and address. Whoever registered it sees it, too.',
  access: anyMember,
});

export const mediaDeleted = declareEvent('media.deleted', 'Media was deleted.', MediaDeleted);

export const deleteMedia = declareWrite({
  name: 'delete_media',
  method: 'DELETE',
  path: '/media/:mediaId',
  tag: 'Media',
  summary: 'Delete media',
  description: 'The bytes of a stored file are removed soon after; its addresses end at once.',
  access: anyMember,
  target: seenOrDeletedMedia,
  keyScope: 'account',
  response: DeletedMedia,
  event: mediaDeleted,
  targetType: 'media',
  refusals: {
    403: `${anyMember.forbidden} Media of others: ${administrators.forbidden}`,
  },
  reasons: [mediaInUse],
});
