import { Uuid } from '#kernel/fields/identifiers.js';
import { PatchOf } from '#kernel/fields/patch-of.js';
import { OneOf, Text, Title } from '#kernel/fields/text.js';
import { Instant } from '#kernel/fields/time.js';
import { PageQuery } from '#kernel/lists/page.js';
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
