import { Flag, Instant, NestedList, OneOf, SecureWebAddress, Shown, Title, Uuid, WholeNumber } from '#kernel/fields';
import { PageQuery } from '#kernel/lists';

const optional = true;

export class SetCloserAvailabilityRequest {
  @Flag({ optional, description: 'Whether turns bring prospects' }) receiving?: boolean;

  @WholeNumber({
    min: 1,
    max: 10,
    optional,
    description: 'How many turns, compared with the other closers',
    example: 1,
  })
  share?: number;

  @WholeNumber({
    ...{ min: 1, max: 1000, optional, nullable: true },
    description: 'Open prospects beyond which turns bring no more; null: no limit',
    example: 40,
  })
  maxOpen?: number | null;

  @WholeNumber({ max: 120, optional, description: 'Minutes kept free around a call', example: 10 })
  bufferMinutes?: number;

  @WholeNumber({
    max: 336,
    optional,
    description: 'Hours before a call in which it is not booked any more',
    example: 4,
  })
  minNoticeHours?: number;

  @SecureWebAddress({
    optional,
    nullable: true,
    description: 'Where calls take place; in no audit entry or event',
    example: null,
  })
  joinUrl?: string | null;
}

export class ClosersQuery extends PageQuery {
  @Uuid({ optional, description: 'Only those who sell this program' }) programId?: string;
}

class CloserScope {
  @OneOf(['organization', 'program'], { description: 'What they sell' }) scope: string;
  @Uuid({ nullable: true, description: 'The program, for program scope' }) programId: string | null;
}

export class Closer {
  @Uuid({ description: 'The member' }) memberId: string;
  @Title({ max: 100, description: 'Name of the member', example: 'Grace Hopper' }) memberName: string;
  @NestedList(() => CloserScope, { description: 'From their current responsibilities' }) scopes: CloserScope[];
  @Shown(SetCloserAvailabilityRequest, 'receiving') receiving: boolean;
  @Shown(SetCloserAvailabilityRequest, 'share') share: number;
  @Shown(SetCloserAvailabilityRequest, 'maxOpen') maxOpen: number | null;
  @Shown(SetCloserAvailabilityRequest, 'bufferMinutes') bufferMinutes: number;
  @Shown(SetCloserAvailabilityRequest, 'minNoticeHours') minNoticeHours: number;
  @Shown(SetCloserAvailabilityRequest, 'joinUrl') joinUrl: string | null;
  @WholeNumber({ description: 'Prospects that are open', example: 12 }) openProspects: number;
  @Instant({ nullable: true, description: 'Their last turn, UTC' }) lastTurnAt: string | null;
}
