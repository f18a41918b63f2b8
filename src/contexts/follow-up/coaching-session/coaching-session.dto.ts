import { NamedResources } from '#contexts/identity/identity.public.js';
import type { FieldIssue } from '#kernel/errors';
import { type CrossChecked, Instant, OneOf, Text, Title, Uuid } from '#kernel/fields';
import { COACHING_SESSION_STATUSES } from './coaching-session.entity.js';

const SUMMARY = { nullable: true, max: 10_000, trim: true, description: 'Outcome', example: 'Agreed a plan' };
const TITLE = { nullable: true, max: 200, description: 'What it is about', example: 'Mid-term review' };

export class CompleteCoachingSessionRequest {
  @Instant({ optional: true, nullable: true, description: 'When it was held, not in the future', example: null })
  heldAt?: Date | null;

  @Text({ ...SUMMARY, optional: true }) summary?: string | null;
}

export class CreateCoachingSessionRequest extends CompleteCoachingSessionRequest implements CrossChecked {
  @Instant({ optional: true, nullable: true, description: 'Planned time; mutually exclusive with heldAt' })
  scheduledAt?: Date | null;

  @Text({ ...SUMMARY, optional: true, description: 'Outcome of a held session', example: null })
  override summary?: string | null;

  @Title({ ...TITLE, optional: true }) title?: string | null;

  crossIssues(): FieldIssue[] {
    const { scheduledAt, heldAt, summary } = this;
    if (scheduledAt && heldAt) return [{ field: 'heldAt', issue: 'must be absent when scheduledAt is given' }];
    if (!scheduledAt && !heldAt) return [{ field: 'scheduledAt', issue: 'is required unless heldAt is given' }];
    if (scheduledAt && summary) return [{ field: 'summary', issue: 'must be absent until the session is held' }];
    return [];
  }
}

export class UpdateCoachingSessionRequest {
  @Instant({ optional: true, description: 'Planned time, of a planned session only' }) scheduledAt?: Date;

  @Text({ ...SUMMARY, optional: true, description: 'Outcome, of a held session only' }) summary?: string | null;
  @Title({ ...TITLE, optional: true }) title?: string | null;
}

export class CoachingSession {
  @Uuid({ description: 'Coaching session identifier' }) id: string;
  @Uuid({ description: 'Enrollment' }) enrollmentId: string;
  @OneOf(COACHING_SESSION_STATUSES, { description: 'planned until held or cancelled' }) status: string;
  @Text({ nullable: true, description: 'What it is about', example: 'Mid-term review' }) title: string | null;
  @Instant({ nullable: true, description: 'Planned time, UTC' }) scheduledAt: string | null;
  @Instant({ nullable: true, description: 'When it was held, UTC' }) heldAt: string | null;
  @Text({ nullable: true, description: 'Outcome' }) summary: string | null;
  @Uuid({ description: 'Creating account' }) createdBy: string;
  @Text({ nullable: true, description: 'Display name of the creator' }) createdByName: string | null;
  @Instant({ description: 'Creation, UTC' }) createdAt: string;
  @Instant({ description: 'Last change, UTC' }) updatedAt: string;
}

export const COACHING_SESSIONS = new NamedResources(CoachingSession, { createdByName: 'createdBy' });
