import { Instant, OneOf, Text, Uuid } from '#kernel/fields';
import { OpenBlockerRequest } from './blocker.dto.js';
import { BLOCKER_STATUSES, BLOCKER_URGENCIES } from './blocker.entity.js';

export class ReportBlockerRequest extends OpenBlockerRequest {
  @Uuid({ description: "An active enrollment of the caller's own" }) enrollmentId: string;
}

/** A blocker as the person sees it who reported it: without the names of others. */
export class MyBlocker {
  @Uuid({ description: 'Blocker identifier' }) id: string;
  @Uuid({ description: 'The enrollment' }) enrollmentId: string;
  @Text({ description: 'What keeps the member from going on' }) title: string;
  @OneOf(BLOCKER_URGENCIES, { description: 'normal or urgent' }) urgency: string;
  @OneOf(BLOCKER_STATUSES, { description: 'open until it is resolved' }) status: string;
  @Text({ nullable: true, description: 'How it was resolved' }) resolution: string | null;
  @Instant({ description: 'Time of the report, UTC' }) openedAt: string;
  @Instant({ nullable: true, description: 'Resolution time, UTC' }) resolvedAt: string | null;
}
