import { Instant, OneOf, Text, Uuid } from '#kernel/fields';
import { TIMELINE_KINDS, TIMELINE_RESOURCES, type TimelineKind } from './timeline-sources.js';
import { TrailQuery } from '../trail-query.js';

export class TimelineQuery extends TrailQuery {
  @OneOf(TIMELINE_KINDS, { optional: true, description: 'Only items of this kind', example: 'note.created' })
  kind?: TimelineKind;
}

export class TimelineItem {
  @Uuid({ description: 'Identifies the item together with kind' }) id: string;
  @OneOf(TIMELINE_KINDS, { description: 'The name of the event', example: 'note.created' }) kind: string;

  @Instant({ description: 'When it happened, UTC: when a session was held or began' }) occurredAt: string;
  @Instant({ description: 'When it was entered, UTC' }) recordedAt: string;

  @OneOf(TIMELINE_RESOURCES, { description: 'Type of the resource', example: 'note' }) resourceType: string;
  @Uuid({ description: 'Id of the resource' }) resourceId: string;
  @Uuid({ nullable: true, description: 'Account of the actor; null where none is stored' }) actorId: string | null;
  @Text({ nullable: true, description: 'Display name of the actor' }) actorName: string | null;

  @Text({
    nullable: true,
    description: 'Title of the resource, or the first 200 characters of its text',
    example: 'Spoke on the phone',
  })
  text: string | null;

  @Text({
    nullable: true,
    description: 'The status, verdict, result or attendance that it led to',
    example: null,
  })
  outcome: string | null;
}
