import { refusal, refusedIn } from '#kernel/errors';
import {
  EnrollmentReference,
  reachableEnrollment,
  reachableThroughEnrollment,
} from '#contexts/enrollments/enrollments.public.js';
import { anyProgram, ownProgram } from '#contexts/programs/programs.public.js';
import { anyStaff, enrollmentStaff, programContentStaff } from '#kernel/access';
import { Flag, Instant, PositiveInteger, Text, Uuid } from '#kernel/fields';
import { existing, resource } from '#kernel/operations';
import { declareEvent, withFields } from '#kernel/events';
import { learningTables } from '../../learning.tables.js';
import { ownMilestone } from '../../program-content.policy.js';
import {
  CreateMilestoneRequest,
  MAX_MILESTONES,
  Milestone,
  MilestoneQuery,
  MilestoneReach,
  ReachMilestoneRequest,
  RevokeMilestoneReachRequest,
  UpdateMilestoneRequest,
} from './milestone.dto.js';
import { MILESTONE } from './milestone.entity.js';

export class MilestoneReference {
  @Uuid() milestoneId: string;
  @Uuid() programId: string;
}

class MilestoneCreated extends MilestoneReference {
  @Text() title: string;
  @PositiveInteger() position: number;
}

class MilestoneUpdated extends withFields(MilestoneReference) {}

class MilestoneReached extends EnrollmentReference {
  @Uuid() milestoneReachId: string;
  @Uuid() milestoneId: string;
  @Instant() reachedAt: string;
  @Flag({ description: 'Whether its requirement was met; otherwise the staff recorded it' }) automatic: boolean;
}

/** At once, by a milestone that is created or changed. */
export const MAX_REACHES = 5_000;

export const milestoneLimit = refusal(
  'milestone_limit',
  `A program has at most ${MAX_MILESTONES} milestones that are not archived.`,
);
export const tooManyReaches = refusal(
  'too_many_reaches',
  `More than ${MAX_REACHES} enrollments reach the milestone. Require less of them at once.`,
);
export const alreadyReached = refusal('milestone_reached', 'The enrollment has reached the milestone already.');
const archived = MILESTONE.refusalsOfMove('archived');

/** Recorded by the completion or the change that it follows from, too. */
export const milestoneReached = declareEvent(
  'milestone.reached',
  'An enrollment reached a milestone.',
  MilestoneReached,
);

const REQUIREMENT_REFUSAL =
  'A field is invalid, or the requirement names a course or lesson that is not of the program, or is archived.';

const SET = `Enrollments of the program that meet the requirement reach it at once, at most ${MAX_REACHES}.`;

const milestones = resource({
  noun: 'milestone',
  path: '/milestones/:milestoneId',
  response: Milestone,
  target: ownMilestone,
  read: anyStaff,
  write: programContentStaff,
});

export const createMilestone = milestones.create({
  path: '/programs/:programId/milestones',
  parent: ownProgram,
  summary: 'Create a milestone of a program',
  description: `By default the last one. ${SET} A program has at most ${MAX_MILESTONES} milestones that are not archived.`,
  body: CreateMilestoneRequest,
  event: declareEvent('milestone.created', 'A milestone was created.', MilestoneCreated),
  alsoEvents: [milestoneReached.name],
  refusals: {
    400: REQUIREMENT_REFUSAL,
    404: anyProgram.notFound,
  },
  reasons: [...refusedIn('program', ['archived']), milestoneLimit, tooManyReaches],
});

export const listMilestones = milestones.list({
  description: 'By program, then by position.',
  query: MilestoneQuery,
  mayLag: true,
});

export const getMilestone = milestones.get({
  description: 'Active or archived.',
  target: existing('milestone', learningTables, 'milestones'),
});

export const updateMilestone = milestones.patch({
  description:
    `Omitted fields are left unchanged; a null description clears it. ${SET} Who reached it before has reached it, whatever ` +
    'the requirement is now.',
  body: UpdateMilestoneRequest,
  event: declareEvent('milestone.updated', 'A milestone was updated.', MilestoneUpdated),
  alsoEvents: [milestoneReached.name],
  refusals: {
    400: REQUIREMENT_REFUSAL,
  },
  reasons: [...archived, tooManyReaches],
});

export const archiveMilestone = milestones.command('archive', {
  leadsTo: 'archived',
  description: 'For good. Who reached it keeps it.',
  event: declareEvent('milestone.archived', 'A milestone was archived.', MilestoneReference),
  reasons: archived,
});

const reaches = resource({
  noun: 'milestone reach',
  plural: 'milestone reaches',
  tag: 'Milestones',
  path: '/milestone-reaches/:milestoneReachId',
  response: MilestoneReach,
  target: reachableThroughEnrollment('milestone reach', learningTables, 'milestone_reaches'),
  read: enrollmentStaff,
  write: enrollmentStaff,
});

export const reachMilestone = reaches.create({
  name: 'reach_milestone',
  path: '/enrollments/:enrollmentId/milestones',
  parent: reachableEnrollment,
  summary: 'Record that an enrollment reached a milestone',
  description: 'Whatever the requirement is: the staff decide. The enrollment may have any status.',
  body: ReachMilestoneRequest,
  event: milestoneReached,
  refusals: {
    400: 'A field is invalid, reachedAt is in the future, or the milestone is not of the program, or is archived.',
  },
  reasons: [alreadyReached],
});

export const revokeMilestoneReach = reaches.command('revoke', {
  name: 'revoke_milestone_reach',
  summary: 'Revoke that an enrollment reached a milestone',
  description:
    'The staff may record it again. What is completed later does not: a revoked milestone is not reached by itself.',
  body: RevokeMilestoneReachRequest,
  event: declareEvent(
    'milestone.reach_revoked',
    'That an enrollment reached a milestone was revoked.',
    MilestoneReached,
  ),
  reasons: refusedIn('reach', ['revoked']),
});
