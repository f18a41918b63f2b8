import { NamedResources } from '#contexts/identity/identity.public.js';
import { Flag, Instant, NestedList, OneOf, PatchOf, PositiveInteger, Text, Title, Uuid } from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import { RESTORATION_OBSTACLES } from './program-history.js';
import { PROGRAM_STATUSES, type ProgramStatus } from './program.entity.js';

const NAME = { min: 1, max: 200, description: 'Name', example: 'Leadership Essentials' };
const DESCRIPTION = { nullable: true, max: 2000, description: 'What the program is about' };

class ProgramFields {
  @Title(NAME) name: string;
  @Text({ ...DESCRIPTION, optional: true }) description?: string | null;
}

export class CreateProgramRequest extends ProgramFields {
  @OneOf(['draft', 'archived'], {
    optional: true,
    description: 'Send archived to import an archived program: it has no status history and cannot be restored',
  })
  status?: 'draft' | 'archived';
}

export class UpdateProgramRequest extends PatchOf(ProgramFields) {}

export class ArchiveProgramRequest {
  @Text({ optional: true, nullable: true, trim: true, max: 500, description: 'Why the program is archived' })
  reason?: string | null;
}

export class ProgramsQuery extends PageQuery {
  @OneOf(PROGRAM_STATUSES, { optional: true, description: 'Only programs with this status' }) status?: ProgramStatus;
}

export class Program {
  @Uuid({ description: 'Program identifier' }) id: string;
  @Text(NAME) name: string;
  @Text(DESCRIPTION) description: string | null;
  @OneOf(PROGRAM_STATUSES, { description: 'Lifecycle status' }) status: string;
  @Instant({ description: 'Creation time, UTC' }) createdAt: string;
  @Instant({ description: 'Time of the last change, UTC' }) updatedAt: string;
}

export class StatusChangeEvidence {
  @PositiveInteger({ description: 'Position in the status history, from 1' }) position: number;
  @OneOf(PROGRAM_STATUSES, { nullable: true, description: 'Status before; null for the creation' }) from: string | null;
  @OneOf(PROGRAM_STATUSES, { description: 'Status after' }) to: string;
  @Text({ nullable: true, description: 'Why the program was archived' }) reason: string | null;
  @Uuid({ description: 'Account that changed the status' }) changedBy: string;
  @Text({ nullable: true, description: 'Its name in the organization' }) changedByName: string | null;
  @Instant({ description: 'Time of the change, UTC' }) changedAt: string;
}

export const EVIDENCE = new NamedResources(StatusChangeEvidence, { changedByName: 'changedBy' });

export class RestorationPreview {
  @Uuid({ description: 'Program identifier' }) programId: string;
  @OneOf(PROGRAM_STATUSES, { description: 'Current status' }) status: string;
  @Flag({ description: 'Whether a restoration would succeed now' }) restorable: boolean;

  @OneOf(['active', 'draft'], { nullable: true, description: 'Status after a restoration' })
  restoresTo: string | null;

  @OneOf(RESTORATION_OBSTACLES, { nullable: true, description: 'Why the program cannot be restored' })
  reason: string | null;

  @NestedList(() => StatusChangeEvidence, { maxItems: 2, description: 'The last two status changes, latest first' })
  evidence: StatusChangeEvidence[];

  @Instant({ description: 'Time of the preview, UTC; it promises nothing about later' }) asOf: string;
}
