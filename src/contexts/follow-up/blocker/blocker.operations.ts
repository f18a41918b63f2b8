import { refusedIn } from '#kernel/errors';
import { reachableEnrollment, reachableThroughEnrollment } from '#contexts/enrollments/enrollments.public.js';
import { enrollmentStaff } from '#kernel/access';
import { Flag, OneOf, Uuid } from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import { resource } from '#kernel/operations';
import { declareEvent, withFields } from '#kernel/events';
import { MAX_OPEN_BLOCKERS, blockerLimit } from '../enrollment-bounds.js';
import { followUpTables } from '../follow-up.tables.js';
import { Blocker, OpenBlockerRequest, ResolveBlockerRequest, UpdateBlockerRequest } from './blocker.dto.js';
import { BLOCKER_URGENCIES } from './blocker.entity.js';

export class BlockerResolved {
  @Uuid() blockerId: string;
  @Uuid() enrollmentId: string;
}

class BlockerWithUrgency extends BlockerResolved {
  @OneOf(BLOCKER_URGENCIES) urgency: string;
}

class BlockerOpened extends BlockerWithUrgency {
  @Flag({ description: 'Whether the enrolled member reported it; otherwise staff opened it' })
  reportedByMember: boolean;
}

export class BlockerUpdated extends withFields(BlockerWithUrgency) {}

const blockers = resource({
  noun: 'blocker',
  path: '/blockers/:blockerId',
  response: Blocker,
  target: reachableThroughEnrollment('blocker', followUpTables, 'blockers'),
  read: enrollmentStaff,
  write: enrollmentStaff,
});

export const openBlocker = blockers.create({
  name: 'open_blocker',
  path: '/enrollments/:enrollmentId/blockers',
  parent: reachableEnrollment,
  summary: 'Open a blocker',
  description:
    'An open blocker puts the member at risk in the cockpit. The enrollment may have any status, and at most ' +
    `${MAX_OPEN_BLOCKERS} open blockers.`,
  body: OpenBlockerRequest,
  event: declareEvent('blocker.opened', 'Something keeps a member from going on.', BlockerOpened, 2),
  reasons: [blockerLimit],
});

export const listBlockers = blockers.list({
  path: '/enrollments/:enrollmentId/blockers',
  parent: reachableEnrollment,
  summary: 'List the blockers of an enrollment',
  description: 'Open and resolved ones, newest first.',
  query: PageQuery,
  mayLag: true,
});

export const getBlocker = blockers.get({ description: 'Open or resolved.' });

export const updateBlocker = blockers.patch({
  description: 'Changes the fields that are sent, while the blocker is open.',
  body: UpdateBlockerRequest,
  event: declareEvent('blocker.updated', 'An open blocker was updated.', BlockerUpdated),
  reasons: refusedIn('blocker', ['resolved']),
});

export const resolveBlocker = blockers.command('resolve', {
  leadsTo: 'resolved',
  description: 'Interventions that reference the blocker are not changed.',
  body: ResolveBlockerRequest,
  event: declareEvent('blocker.resolved', 'What kept a member from going on is out of the way.', BlockerResolved),
  reasons: refusedIn('blocker', ['resolved']),
});
