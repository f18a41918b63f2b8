import { UuidList } from '#kernel/fields';

export class SetMyBlocksRequest {
  @UuidList({ maxItems: 200, description: 'All members whom the caller blocks; none: []', example: [] })
  memberIds: string[];
}

export class MemberBlocks {
  @UuidList({ description: 'Members whom the caller blocks', example: [] }) memberIds: string[];
}
