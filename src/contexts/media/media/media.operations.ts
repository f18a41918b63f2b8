import { administratorsAndCoaches, anyStaff } from '#kernel/access';
import { OneOf, Text, Uuid } from '#kernel/fields';
import { existing, resource } from '#kernel/operations';
import { declareEvent } from '#kernel/events';
import { mediaTables } from '../media.tables.js';
import { CreateMediaRequest, Media, MediaQuery } from './media.dto.js';
import { MEDIA_KINDS } from './media.entity.js';

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
  target: existing('media', mediaTables, 'media'),
  read: anyStaff,
  write: administratorsAndCoaches,
});

export const createMedia = media.create({
  summary: 'Register media',
  description: 'Stores the URL of a video, image or file, not its content.',
  body: CreateMediaRequest,
  event: declareEvent('media.created', 'Media was registered.', MediaCreated),
  refusals: {
    400:
      'The Idempotency-Key is missing, a field is invalid, mimeType does not match kind, or posterMediaId is not a ' +
      'registered image of the organization.',
  },
});

export const listMedia = media.list({ description: 'Newest first.', query: MediaQuery, mayLag: true });

export const getMedia = media.get({
  summary: 'Retrieve media',
  description: 'Its title, kind and address; the service stores no content.',
});
