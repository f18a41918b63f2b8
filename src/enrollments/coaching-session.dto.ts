import type { MemberNames } from '../identity/identity.public.js';
import type { FieldIssue } from '../platform/errors/service-error.js';
import { Uuid } from '../platform/fields/identifiers.js';
import { OneOf, Text } from '../platform/fields/text.js';
import { Instant } from '../platform/fields/time.js';
import type { CrossChecked } from '../platform/operations/validation.js';
import type { NewRow } from '../platform/persistence/tenant-entity.js';
import { COACHING_SESSION_STATUSES, type CoachingSessionEntity } from './coaching-session.entity.js';
import { nameOf } from './named-page.js';

export class CreateCoachingSessionRequest implements CrossChecked {
  @Instant({ optional: true, nullable: true, description: 'When it is going to take place; not together with heldAt' })
  scheduledAt?: Date | null;

  @Instant({
    optional: true,
    nullable: true,
    description: 'When it took place, for one that is over; not in the future',
    example: null,
  })
  heldAt?: Date | null;

  @Text({
    optional: true,
    nullable: true,
    max: 10_000,
    trim: true,
    description: 'What came out of it; only together with heldAt',
    example: null,
  })
  summary?: string | null;

  crossIssues(): FieldIssue[] {
    const { scheduledAt, heldAt, summary } = this;
    if (scheduledAt && heldAt) return [{ field: 'heldAt', issue: 'must be absent where scheduledAt is given' }];
    if (!scheduledAt && !heldAt) return [{ field: 'scheduledAt', issue: 'is required unless heldAt is given' }];
    if (scheduledAt && summary) return [{ field: 'summary', issue: 'must be absent until the session is held' }];
    return [];
  }
}

export class CompleteCoachingSessionRequest {
  @Instant({
    optional: true,
    nullable: true,
    description: 'When it took place, not in the future; left out: now',
    example: null,
  })
  heldAt?: Date | null;

  @Text({
    optional: true,
    nullable: true,
    max: 10_000,
    trim: true,
    description: 'What came out of it',
    example: 'Agreed on a plan for the next two weeks',
  })
  summary?: string | null;
}

export class CoachingSession {
  @Uuid({ description: 'Coaching session identifier' })
  id: string;

  @Uuid({ description: 'Owning enrollment' })
  enrollmentId: string;

  @OneOf(COACHING_SESSION_STATUSES, { description: 'planned until it is held or cancelled' })
  status: string;

  @Instant({ nullable: true, description: 'When it was to take place, UTC; null where it was recorded afterwards' })
  scheduledAt: string | null;

  @Instant({ nullable: true, description: 'When it took place, UTC; null unless it is held' })
  heldAt: string | null;

  @Text({ nullable: true, description: 'What came out of it' })
  summary: string | null;

  @Uuid({ description: 'Creating account' })
  createdBy: string;

  @Text({ nullable: true, description: 'Display name of the creator' })
  createdByName: string | null;

  @Instant({ description: 'Creation, UTC' })
  createdAt: string;

  @Instant({ description: 'Last change, UTC' })
  updatedAt: string;
}

export function toCoachingSession(row: NewRow<CoachingSessionEntity>, names: MemberNames): CoachingSession {
  return {
    id: row.id,
    enrollmentId: row.enrollmentId,
    status: row.status,
    scheduledAt: row.scheduledAt?.toISOString() ?? null,
    heldAt: row.heldAt?.toISOString() ?? null,
    summary: row.summary,
    createdBy: row.createdBy,
    createdByName: nameOf(row.createdBy, names),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
