import { Uuid } from '../platform/fields/identifiers.js';
import { OneOf, Text, Title } from '../platform/fields/text.js';
import { Instant } from '../platform/fields/time.js';
import { PageQuery } from '../platform/lists/page.js';
import { PROGRAM_STATUSES, type ProgramEntity, type ProgramStatus } from './program.entity.js';

const NAME = { min: 1, max: 200, description: 'Name', example: 'Leadership Essentials' };
const DESCRIPTION = { nullable: true, max: 2000, description: 'What the program is about' };
const REASON_LENGTH = 500;

export class CreateProgramRequest {
  @Title(NAME)
  name: string;

  @Text({ ...DESCRIPTION, optional: true })
  description?: string | null;

  @OneOf(['draft', 'archived'], {
    optional: true,
    description: 'archived for a record brought in from elsewhere: it has no history, and so can not be restored',
  })
  status?: 'draft' | 'archived';
}

export class UpdateProgramRequest {
  @Title({ ...NAME, optional: true })
  name?: string;

  @Text({ ...DESCRIPTION, optional: true })
  description?: string | null;
}

export class ArchiveProgramRequest {
  @Text({ optional: true, nullable: true, trim: true, max: REASON_LENGTH, description: 'Why it is archived' })
  reason?: string | null;
}

export class ProgramsQuery extends PageQuery {
  @OneOf(PROGRAM_STATUSES, { optional: true, description: 'Only programs of this status' })
  status?: ProgramStatus;
}

export class Program {
  @Uuid({ description: 'Program identifier' })
  id: string;

  @Text(NAME)
  name: string;

  @Text(DESCRIPTION)
  description: string | null;

  @OneOf(PROGRAM_STATUSES, { description: 'Lifecycle status' })
  status: string;

  @Instant({ description: 'Creation, UTC' })
  createdAt: string;

  @Instant({ description: 'Last change, UTC' })
  updatedAt: string;
}

export function toProgram(program: Omit<ProgramEntity, 'organizationId'>): Program {
  return {
    id: program.id,
    name: program.name,
    description: program.description,
    status: program.status,
    createdAt: program.createdAt.toISOString(),
    updatedAt: program.updatedAt.toISOString(),
  };
}
