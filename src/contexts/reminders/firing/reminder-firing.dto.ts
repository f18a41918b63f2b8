import { Instant, OneOf, Text, Uuid } from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import { FIRING_OUTCOMES, type FiringOutcome } from './reminder-firing.entity.js';

export class ReminderFiringQuery extends PageQuery {
  @OneOf(FIRING_OUTCOMES, { optional: true, description: 'Filter by outcome' }) outcome?: FiringOutcome;
}

export class ReminderFiring {
  @Uuid({ description: 'Firing identifier' }) id: string;
  @Text({ description: 'The kind of what is due', example: 'member_task' }) resourceType: string;
  @Uuid({ description: 'What is due' }) resourceId: string;
  @Uuid({ nullable: true, description: 'Enrollment, of what has one' }) enrollmentId: string | null;
  @Instant({ description: 'The instant of what is due, UTC' }) dueAt: string;
  @Instant({ description: 'When the rule was to fire, UTC' }) moment: string;
  @Instant({ nullable: true, description: 'When it fired, UTC; null where it was missed' }) firedAt: string | null;
  @OneOf(FIRING_OUTCOMES, { description: 'missed: the service was down for more than 24 hours; nothing was sent' })
  outcome: string;
}
