import { anyMember, manageableMember, responsibilityLimit } from '#contexts/identity/identity.public.js';
import { administrators } from '#kernel/access';
import { declareRead, declareWrite } from '#kernel/operations';
import { HandedOverWork, HandoverPreview, HandOverWorkRequest } from './handover.dto.js';

export const previewHandover = declareRead({
  name: 'preview_handover',
  path: '/members/:memberId/handover-preview',
  tag: 'Members',
  summary: "Count a member's work that can be handed over",
  description: 'Active or detached members.',
  access: administrators,
  permission: 'admin',
  target: anyMember,
  response: HandoverPreview,
});

export const handOverWork = declareWrite({
  name: 'hand_over_work',
  path: '/members/:memberId/handover',
  tag: 'Members',
  summary: "Hand over a member's work",
  description:
    'Ends the current responsibilities of the member, gives the same ones to the successor, and then makes the successor ' +
    'the owner of the planned interventions on the enrollments that it has access to. Of a detached member the successor ' +
    'gets the responsibilities that ended with the detachment, for an enrollment that was transferred since then the one ' +
    'with which it goes on. Interventions of a detached member whose account is active again as another member are the ' +
    'work of that member. Open prospects go along where the successor is a closer for their program. A request hands over ' +
    'at most 500 responsibilities, 1,000 interventions and 1,000 prospects.',
  access: administrators,
  permission: 'admin',
  target: manageableMember,
  body: HandOverWorkRequest,
  response: HandedOverWork,
  action: 'member.handed_over',
  targetType: 'member',
  alsoEvents: ['responsibility.ended', 'responsibility.assigned', 'intervention.updated', 'prospect.assigned'],
  refusals: {
    400:
      'The Idempotency-Key is missing, a field is invalid, or toMemberId is not another active member, or could do ' +
      'none of the work: no administrator, and without a responsibility, also after those that are handed over.',
    403: `${administrators.forbidden} Only an OWNER can hand over the work of an OWNER.`,
  },
  reasons: [responsibilityLimit],
});
