import { anyMember } from '#contexts/identity/identity.public.js';
import { administratorsAndDirectors } from '#kernel/access';
import { refusal } from '#kernel/errors';
import { PageQuery } from '#kernel/lists';
import { declareList, declareWrite } from '#kernel/operations';
import { CommunityMute, CommunityMuteChange, SetCommunityMuteRequest } from './community-mute.dto.js';
import { muteChanged } from './community-mute.events.js';

export const staffNotMuted = refusal('staff_not_muted', 'Staff of the organization are not muted.', 400);

export const setCommunityMute = declareWrite({
  name: 'set_community_mute',
  method: 'PUT',
  path: '/members/:memberId/community-mute',
  tag: 'Moderation',
  summary: 'Mute a member in the community',
  description: 'Until then the member reads, and does not post or react, in every space.',
  access: administratorsAndDirectors,
  permission: 'admin',
  target: anyMember,
  body: SetCommunityMuteRequest,
  response: CommunityMuteChange,
  event: muteChanged,
  targetType: 'member',
  refusals: { 400: 'The Idempotency-Key is missing, or until is not in the next 365 days.' },
  reasons: [staffNotMuted],
});

export const listCommunityMutes = declareList({
  name: 'list_community_mutes',
  path: '/community-mutes',
  tag: 'Moderation',
  summary: 'List who is muted in the community',
  description: 'Those who may only read now, the last that were muted first.',
  access: administratorsAndDirectors,
  query: PageQuery,
  item: CommunityMute,
});
