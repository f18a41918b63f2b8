import { Instant, Shown, Text, Uuid } from '#kernel/fields';

export class SetCommunityMuteRequest {
  @Instant({ nullable: true, description: 'Until when, at most 365 days ahead; null: they may post again' })
  until: Date | null;

  @Text({
    optional: true,
    nullable: true,
    min: 1,
    max: 500,
    trim: true,
    description: 'Why, for administrators and directors',
    example: 'Advertises in every space.',
  })
  reason?: string | null;
}

export class CommunityMuteChange {
  @Uuid({ description: 'Member' }) memberId: string;
  @Instant({ nullable: true, description: 'Until when they may only read, UTC; null: they may post' }) until:
    string | null;
}

export class CommunityMute {
  @Uuid({ description: 'Member' }) memberId: string;
  @Text({ description: 'Display name', example: 'Ada Lovelace' }) memberName: string;
  @Instant({ description: 'Until when they may only read, UTC' }) until: string;
  @Shown(SetCommunityMuteRequest, 'reason') reason: string | null;
  @Uuid({ description: 'Account that muted them' }) mutedBy: string;
  @Instant({ description: 'Last change, UTC' }) updatedAt: string;
}
