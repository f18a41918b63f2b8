import { declareEvent } from '#kernel/events';
import { Instant, Uuid } from '#kernel/fields';

class CommunityMuteChanged {
  @Uuid({ description: 'The membership that was addressed, or that wrote the removed post' }) memberId: string;
  @Instant({ nullable: true, description: 'Until when the member may only read; null: lifted' }) until: string | null;
}

export const muteChanged = declareEvent(
  'community_mute.changed',
  'A member was muted in the community, or may post again. It applies to the person, including former memberships.',
  CommunityMuteChanged,
);
