import { everyMember } from '#kernel/access';
import { declareRead, declareWrite } from '#kernel/operations';
import { MemberBlocks, SetMyBlocksRequest } from './member-blocks.dto.js';

const blocks = { path: '/me/blocks', tag: 'Me', access: everyMember, response: MemberBlocks } as const;

export const getMyBlocks = declareRead({
  ...blocks,
  name: 'get_my_blocks',
  summary: 'Retrieve whom the caller blocks',
  description: 'In the order of their ids.',
});

export const setMyBlocks = declareWrite({
  ...blocks,
  name: 'set_my_blocks',
  method: 'PUT',
  summary: 'Set whom the caller blocks',
  description:
    'Replaces the whole list. Posts of blocked members keep their place, without author and words, and their mentions of the ' +
    "caller stay out of events. Nobody is told. The Idempotency-Key is the caller's own.",
  keyScope: 'account',
  body: SetMyBlocksRequest,
  action: 'member_blocks.set',
  targetType: 'member',
  refusals: {
    400: 'The Idempotency-Key is missing, or memberIds has more than 200, one twice, the caller, staff who are not in the list yet, or no member of the organization.',
  },
});
