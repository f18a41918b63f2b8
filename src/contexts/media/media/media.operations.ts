import { administratorsAndCoaches, anyStaff } from '#kernel/access';
import { OneOf, Text, Uuid } from '#kernel/fields';
import { resource } from '#kernel/operations';
import { declareEvent } from '#kernel/events';
import { CreateMediaRequest, Media, MediaQuery } from './media.dto.js';
import { MEDIA_KINDS } from './media.entity.js';
import { shownMedia } from './shown-media.js';

class MediaCreated {
  @Uuid() mediaId: string;
  @OneOf(MEDIA_KINDS) kind: string;
  @Text() title: string;
}

const media = resource({
  noun: 'media',
  plural: 'media',
  path: '/media/:mediaId',
  response: Media,
  target: shownMedia,
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
    'program_directors and that person only; others see it with the submission.',
  query: MediaQuery,
  mayLag: true,
});

export const getMedia = media.get({
  summary: 'Retrieve media',
  description: 'Its title, kind and address.',
});
