import { refusedIn } from '#kernel/errors';
import { administrators } from '#kernel/access';
import { declareWrite } from '#kernel/operations';
import { anyMember } from '../member/member.policy.js';
import { CreateSessionKeyRequest, SessionKey } from './session-key.dto.js';

export const createSessionKey = declareWrite({
  name: 'create_session_key',
  path: '/members/:memberId/session-keys',
  tag: 'API keys',
  summary: 'Create a session key for a member',
  description:
    'For a portal that acts for one member of role MEMBER at a time. A session key acts as that person alone, without ' +
    'their responsibilities and without the scopes of the API key that makes it: it reaches what is their own. It is ' +
    'signed and not stored. It ends at its expiry time, when the API key that made it is revoked or expires, when the ' +
    'member of that key is detached or no longer OWNER or ADMIN, and when its own member is detached or gets another ' +
    'role. Requests with it are counted apart from those of the API key that made it.',
  access: administrators,
  permission: 'admin',
  credentials: ['api_key'],
  target: anyMember,
  status: 201,
  body: CreateSessionKeyRequest,
  response: SessionKey,
  action: 'session_key.created',
  targetType: 'session_key',
  shownOnce: ['key'],
  refusals: {
    400: 'The Idempotency-Key is missing, minutes is not 5 to 1440, or the role of the member is not MEMBER.',
  },
  reasons: refusedIn('member', ['detached']),
});
