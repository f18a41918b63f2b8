import { anyMember } from '#contexts/identity/identity.public.js';
import { administrators, owners } from '#kernel/access';
import { refusal } from '#kernel/errors';
import { declareEvent, declareServiceAct } from '#kernel/events';
import { Uuid, UuidList } from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import { existing, resource } from '#kernel/operations';
import { lifecycle } from '#kernel/work';
import { Erasure, RequestErasureRequest } from './erasure.dto.js';
import type { ErasureStatus } from './erasure.entity.js';
import { erasureTables } from './erasures.tables.js';

export const ERASURE = lifecycle<ErasureStatus>('erasure', {
  requested: ['approved', 'cancelled'],
  approved: ['cancelled'],
  cancelled: [],
  carried_out: [],
});

export const notDetached = refusal('member_not_detached', 'The person has an active membership.');
export const openEnrollment = refusal('enrollment_open', 'An enrollment of the person is pending, active or paused.');
export const underWay = refusal('erasure_under_way', 'An erasure of the person is under way, or was carried out.');
export const ownRequest = refusal('own_request', 'Somebody else than the requester approves an erasure.');
export const erasureBegun = refusal('erasure_begun', 'The erasure is being carried out.');

class ErasureReference {
  @Uuid() erasureId: string;
  @Uuid() memberId: string;
}

class MemberErased {
  @Uuid() memberId: string;
  @UuidList({ description: 'At most 400; of more, further events have the rest' }) enrollmentIds: string[];
}

export const MEMBER_ERASED = {
  audited: declareServiceAct('member.erased', 'member'),
  event: declareEvent(
    'member.erased',
    'What is stored about a person was erased. Receivers erase their copies.',
    MemberErased,
  ),
};

const erasures = resource({
  noun: 'erasure',
  path: '/erasures/:erasureId',
  response: Erasure,
  target: existing('erasure', erasureTables, 'erasures'),
  read: administrators,
  write: administrators,
  permission: 'admin',
});

export const requestErasure = erasures.create({
  name: 'request_erasure',
  path: '/members/:memberId/erasures',
  parent: anyMember,
  summary: 'Request the erasure of a person',
  description:
    'For a person who is detached in all of their memberships and has no enrollment that is pending, active or paused. ' +
    'Their texts are erased, not what is counted. `preview` says what; nothing is erased before somebody else approves it.',
  body: RequestErasureRequest,
  event: declareEvent('erasure.requested', 'The erasure of a person was requested.', ErasureReference),
  reasons: [notDetached, openEnrollment, underWay],
});

export const listErasures = erasures.list({ query: PageQuery, description: 'Newest first, in any status.' });
export const getErasure = erasures.get({ description: 'Its status and preview.' });

export const approveErasure = erasures.command('approve', {
  leadsTo: 'approved',
  access: owners,
  recentSignIn: 'always',
  description:
    'It is carried out `ERASURE_DELAY_DAYS` later, by default 7, and can be cancelled until then. The approving account is ' +
    'another one than the requesting, unless the organization has one OWNER and no ADMIN.',
  event: declareEvent('erasure.approved', 'The erasure of a person was approved.', ErasureReference),
  reasons: [...ERASURE.refusalsOfMove('approved'), ownRequest],
});

export const cancelErasure = erasures.command('cancel', {
  leadsTo: 'cancelled',
  description: 'Possible until it is carried out.',
  event: declareEvent('erasure.cancelled', 'The erasure of a person was cancelled.', ErasureReference),
  reasons: [...ERASURE.refusalsOfMove('cancelled'), erasureBegun],
});
