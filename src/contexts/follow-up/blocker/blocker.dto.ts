import { NamedResources } from '#contexts/identity/identity.public.js';
import { Instant, OneOf, PatchOf, Shown, Text, Title, Uuid } from '#kernel/fields';
import { BLOCKER_STATUSES, BLOCKER_URGENCIES, type BlockerUrgency } from './blocker.entity.js';

export class OpenBlockerRequest {
  @Title({ min: 1, max: 200, description: 'What keeps the member from going on', example: 'No access to the platform' })
  title: string;

  @OneOf(BLOCKER_URGENCIES, { description: 'urgent ones are highlighted in the cockpit' }) urgency: BlockerUrgency;
}

export class UpdateBlockerRequest extends PatchOf(OpenBlockerRequest) {}

export class ResolveBlockerRequest {
  @Text({
    optional: true,
    nullable: true,
    max: 2000,
    trim: true,
    description: 'How it was resolved',
    example: 'A new invitation was sent',
  })
  resolution?: string | null;
}

export class Blocker {
  @Uuid({ description: 'Blocker identifier' }) id: string;
  @Uuid({ description: 'Owning enrollment' }) enrollmentId: string;
  @Shown(OpenBlockerRequest, 'title') title: string;
  @OneOf(BLOCKER_URGENCIES, { description: 'normal or urgent' }) urgency: string;
  @OneOf(BLOCKER_STATUSES, { description: 'open until it is resolved' }) status: string;
  @Shown(ResolveBlockerRequest, 'resolution') resolution: string | null;
  @Uuid({ description: 'Opening account' }) openedBy: string;
  @Text({ nullable: true, description: 'Display name of the opener' }) openedByName: string | null;
  @Instant({ description: 'Opening time, UTC' }) openedAt: string;
  @Uuid({ nullable: true, description: 'Resolving account' }) resolvedBy: string | null;
  @Text({ nullable: true, description: 'Display name of the resolver' }) resolvedByName: string | null;
  @Instant({ nullable: true, description: 'Resolution time, UTC' }) resolvedAt: string | null;
}

export const BLOCKERS = new NamedResources(Blocker, { openedByName: 'openedBy', resolvedByName: 'resolvedBy' });
