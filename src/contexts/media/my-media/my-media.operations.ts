import { everyMember } from '#kernel/access';
import { refusal } from '#kernel/errors';
import { declareWrite } from '#kernel/operations';
import { CreateMyMediaRequest, Media } from '../media/media.dto.js';
import { MAX_OWN_MEDIA } from '../media/media.entity.js';
import { createMedia } from '../media/media.operations.js';

export const mediaLimit = refusal('media_limit', `The person has registered ${MAX_OWN_MEDIA} media, the maximum.`);

export const createMyMedia = declareWrite({
  name: 'create_my_media',
  path: '/me/media',
  tag: 'Me',
  summary: 'Register media to hand in',
  description:
    'For the submissions of the person who calls: a file that was uploaded, by its uploadId, or one that is stored elsewhere, by ' +
    "its url. Requires an active or paused enrollment. The Idempotency-Key is the person's own.",
  access: everyMember,
  status: 201,
  keyScope: 'account',
  body: CreateMyMediaRequest,
  response: Media,
  event: createMedia.event,
  targetType: createMedia.targetType,
  refusals: {
    400: 'The Idempotency-Key is missing, a field is invalid, mimeType does not match kind, or uploadId is no upload of the caller that is ready and of the kind.',
    403: 'The caller has no active or paused enrollment.',
  },
  reasons: [mediaLimit],
});
