import { PickType } from '@nestjs/swagger';
import { Instant, Uuid } from '#kernel/fields';
import { Blocker, OpenBlockerRequest } from './blocker.dto.js';

export class ReportBlockerRequest extends OpenBlockerRequest {
  @Uuid({ description: "An active enrollment of the caller's own" }) enrollmentId: string;
}

/** A blocker as the person sees it who reported it: without the names of others. */
export class MyBlocker extends PickType(Blocker, ['id', 'title', 'urgency', 'status', 'resolution', 'resolvedAt']) {
  @Uuid({ description: 'The enrollment' }) enrollmentId: string;
  @Instant({ description: 'Time of the report, UTC' }) openedAt: string;
}
