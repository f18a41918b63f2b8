import { programContentStaffAndCohortCoaches } from '#kernel/access';
import { declareEvent } from '#kernel/events';
import { OneOf, Uuid } from '#kernel/fields';
import { resource } from '#kernel/operations';
import { moderatedCase } from '../access/space-access.js';
import { muteChanged } from '../mute/community-mute.events.js';
import { postRemoved } from '../post/post.operations.js';
import { DecideModerationCaseRequest, ModerationCase, ModerationCaseQuery } from './moderation-case.dto.js';
import { DECISIONS, MODERATION_CASE } from './moderation-case.entity.js';
import { readCase } from './moderation-case.reader.js';

class ModerationCaseDecided {
  @Uuid() moderationCaseId: string;
  @Uuid() postId: string;
  @Uuid() spaceId: string;
  @OneOf(DECISIONS) decision: string;
}

const cases = resource({
  noun: 'moderation case',
  tag: 'Moderation',
  path: '/moderation-cases/:moderationCaseId',
  response: ModerationCase,
  target: moderatedCase,
  read: programContentStaffAndCohortCoaches,
  write: programContentStaffAndCohortCoaches,
});

export const listModerationCases = cases.list({
  description:
    'Those of spaces that the caller moderates, oldest first. A page has fewer cases than limit where former words and reports ' +
    'are long; nextCursor says whether there are more.',
  query: ModerationCaseQuery,
});

export const decideModerationCase = cases.command('decide', {
  leadsTo: 'decided',
  description:
    'Answers all reports of the case, whatever became of the post. A later report opens another case. A replay shows the case ' +
    'as it is.',
  body: DecideModerationCaseRequest,
  event: declareEvent('moderation_case.decided', 'Reports of a post were answered.', ModerationCaseDecided),
  alsoEvents: [postRemoved.name, muteChanged.name],
  narrowReplay: (scope, { id }) => readCase(scope, id),
  readAnew: ['author', 'snapshot', 'current', 'revisions', 'reports', 'note'],
  refusals: {
    400: 'The Idempotency-Key is missing, a field is invalid, or muteDays is sent with dismiss or about staff.',
    403:
      `${programContentStaffAndCohortCoaches.forbidden} Also refused to the author of the post and to whoever reported it, ` +
      'unless nobody else may decide.',
  },
  reasons: MODERATION_CASE.refusalsUnless('open'),
});
