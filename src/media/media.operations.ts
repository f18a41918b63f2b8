import { administratorsAndCoaches, anyStaff } from '../platform/access/access-rule.js';
import { declareEvent } from '../platform/events/event.js';
import { Uuid } from '../platform/fields/identifiers.js';
import { OneOf, Text } from '../platform/fields/text.js';
import { pageOf } from '../platform/lists/page.js';
import { declareRead, declareWrite } from '../platform/operations/operation.js';
import { existingIn } from '../platform/operations/target.js';
import { CreateMediaRequest, Media, MediaQuery } from './media.dto.js';
import { MEDIA_KINDS } from './media.entity.js';

const noRole = 'The caller has no role that needs media.';

export class MediaCreated {
  @Uuid()
  mediaId: string;

  @OneOf(MEDIA_KINDS)
  kind: string;

  @Text()
  title: string;
}

export const mediaCreated = declareEvent({
  name: 'media.created',
  summary: 'A video, image or file was made known.',
  data: MediaCreated,
});

export const createMedia = declareWrite({
  name: 'create_media',
  method: 'POST',
  path: '/media',
  tag: 'Media',
  summary: 'Make a video, image or file known',
  description: 'The service keeps its address, not its content.',
  access: administratorsAndCoaches,
  body: CreateMediaRequest,
  response: Media,
  status: 201,
  targetType: 'media',
  event: mediaCreated,
  refusals: {
    400:
      'The Idempotency-Key is missing, a field is invalid, the MIME type is not of the kind, or the poster is no image ' +
      'media of the organization.',
    403: 'The caller is neither OWNER, ADMIN nor an assigned coach.',
  },
});

export const listMedia = declareRead({
  name: 'list_media',
  path: '/media',
  tag: 'Media',
  summary: 'List media',
  description: 'Newest first.',
  access: anyStaff,
  query: MediaQuery,
  response: pageOf(Media),
  refusals: { 400: 'A filter, the limit or the cursor is invalid.', 403: noRole },
});

export const getMedia = declareRead({
  name: 'get_media',
  path: '/media/:mediaId',
  tag: 'Media',
  summary: 'Read a media',
  access: anyStaff,
  target: existingIn('media'),
  response: Media,
  refusals: { 403: noRole, 404: 'The media is unknown, or of another organization.' },
});
