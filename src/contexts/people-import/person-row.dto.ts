import { EmailAddress } from '#contexts/identity/identity.public.js';
import {
  Field,
  isUuid,
  lowerCase,
  Nested,
  NestedList,
  OneOf,
  Text,
  TextList,
  Title,
  unchecked,
  Uuid,
  WholeNumber,
} from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import { COACH_PLANS, ENROLLMENT_PLANS, MEMBER_PLANS, REFUSALS, WARNINGS, type RefusalCode } from './import-plan.js';

const ABSENT = { optional: true, nullable: true } as const;

/** A row of an import. Its fields are checked one row at a time: see `readRow`. */
export class PersonRowRequest {
  @EmailAddress({ description: "The person's e-mail address, case-insensitive" }) email: string;
  @Title({ min: 1, max: 100, description: 'Display name of a new member', example: 'Ada Lovelace' }) name: string;

  @Title({ ...ABSENT, min: 1, max: 100, description: "The person's id in another system", example: 'S-1815' })
  externalId?: string | null;

  // Not documented as a UUID: another value is an issue of the row.
  @Field(
    { type: 'string' },
    (value) => (isUuid(value) ? undefined : 'must be a UUID'),
    { ...ABSENT, description: 'The cohort in which the person is enrolled', example: null },
    lowerCase,
  )
  cohortId?: string | null;

  @OneOf(['pending', 'active'], { ...ABSENT, description: 'Status of a new enrollment' })
  enrollmentStatus?: 'pending' | 'active' | null;

  @EmailAddress({ ...ABSENT, description: 'An active member, who coaches the enrollment', example: null })
  coachEmail?: string | null;

  @Text({ ...ABSENT, max: 100, description: "The caller's name for the row", example: '17' }) ref?: string | null;
}

/** Further columns of OneRoster that an import takes. Any value is accepted here; `readRow` checks it. */
export class RosterColumns {
  role?: string;
  status?: string;
}

export const ROW_OUTCOMES = ['create', 'match', 'warned', 'refused'] as const;
export type RowOutcome = (typeof ROW_OUTCOMES)[number];

export class PeopleImportRowsQuery extends PageQuery {
  @OneOf(ROW_OUTCOMES, {
    optional: true,
    description: 'Only rows that add a member, match one, have a warning, or are refused',
  })
  outcome?: RowOutcome;
}

class RowPlan {
  @OneOf(MEMBER_PLANS, { description: 'What becomes of the person' }) member: string;
  @OneOf(ENROLLMENT_PLANS, { description: 'What becomes of the enrollment' }) enrollment: string;
  @OneOf(COACH_PLANS, { description: "What becomes of the coach's assignment" }) coach: string;
}

class PeopleImportRowIssue {
  @Text({ description: 'The field of the row', example: 'email' }) field: string;
  @OneOf(Object.keys(REFUSALS), { description: 'Why the row is refused' }) code: RefusalCode;
  @Text({ description: 'The same as a sentence, without the value', example: 'must be an e-mail address' })
  issue: string;
}

export class PeopleImportRow {
  @WholeNumber({ description: 'Place in the list, from 0' }) index: number;
  @Text({ nullable: true, description: "The caller's name for the row" }) ref: string | null;
  @Text({ nullable: true, description: 'The address, in lower case; null where it is invalid' }) email: string | null;
  @Text({ nullable: true, description: 'The name; null where it is invalid' }) name: string | null;
  @Text({ nullable: true, description: 'The id in another system' }) externalId: string | null;

  @Nested(() => RowPlan, {
    description:
      'What a commit would do; once committed, what it did. With refuse anywhere, nothing of the row is done',
  })
  plan: RowPlan;

  @TextList(unchecked, { description: WARNINGS.join(', '), example: ['name_differs'] }) warnings: readonly string[];
  @NestedList(() => PeopleImportRowIssue, { description: 'Why the row is refused' }) issues: PeopleImportRowIssue[];
  @Uuid({ nullable: true, description: 'The member, matched or added' }) memberId: string | null;
  @Uuid({ nullable: true, description: 'The enrollment, found or created' }) enrollmentId: string | null;
}
