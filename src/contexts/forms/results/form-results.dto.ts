import type { FieldIssue } from '#kernel/errors';
import {
  type CrossChecked,
  Field,
  Instant,
  Measured,
  Nested,
  NestedList,
  OneOf,
  Text,
  TextList,
  unchecked,
  Union,
  Unmeasured,
  Uuid,
  WholeNumber,
} from '#kernel/fields';
import { QUESTION_KINDS } from '../form/question.js';

export const NO_RESULT_REASONS = ['none_submitted', 'sample_too_small', 'not_closed', 'not_whole'] as const;
export type NoResultReason = (typeof NO_RESULT_REASONS)[number];
export const RESULT_SCOPES = ['tenant', 'assigned'] as const;

/** Values of a number that are counted: the most frequent ones. */
export const MAX_VALUES = 1_000;
/** Texts of an anonymous question. */
export const MAX_TEXTS = 1_000;

export class FormResultsQuery implements CrossChecked {
  @Uuid({ optional: true, description: 'Only responses to this assignment of the form' }) formAssignmentId?: string;
  @Uuid({ optional: true, description: 'Only enrollments of this cohort' }) cohortId?: string;
  @Instant({ optional: true, description: 'First submitted at this instant or later' }) from?: Date;
  @Instant({ optional: true, description: 'First submitted before this instant' }) to?: Date;

  crossIssues(): FieldIssue[] {
    const isTurned = this.from !== undefined && this.to !== undefined && this.from > this.to;
    return isTurned ? [{ field: 'to', issue: 'must not be before from' }] : [];
  }
}

export class NoResult extends Unmeasured {
  @OneOf(NO_RESULT_REASONS, { description: 'Why there is no value', example: 'none_submitted' })
  reason: NoResultReason;
}

export class ResponseResult extends Measured {
  @WholeNumber({ description: 'Enrollments that are asked, and whoever has answered', example: 12 })
  asked: number;
  @WholeNumber({ description: 'Submitted responses', example: 9 }) submitted: number;
  @Field({ type: 'number', minimum: 0, maximum: 1 }, unchecked, { description: 'submitted ÷ asked', example: 0.75 })
  rate: number;
}

export class OptionCount {
  @Text({ description: 'Value of the option', example: 'weekly' }) value: string;
  @Text({ description: 'Its newest label', example: 'Once a week' }) label: string;
  @WholeNumber({ description: 'Responses with it', example: 4 }) count: number;
}

export class ChoiceResult extends Measured {
  @NestedList(() => OptionCount, { description: 'The options of all versions' }) options: OptionCount[];
}

export class NumberCount {
  @Field({ type: 'number' }, unchecked, { description: 'Value', example: 7 }) value: number;
  @WholeNumber({ description: 'Responses with it', example: 4 }) count: number;
}

export class NumberResult extends Measured {
  @Field({ type: 'number' }, unchecked, { description: 'Mean', example: 6.5 }) mean: number;
  @Field({ type: 'number' }, unchecked, { description: 'Half of the answers are not above it', example: 7 })
  median: number;
  @WholeNumber({ description: 'Answers', example: 9 }) sample: number;
  @NestedList(() => NumberCount, { description: `By value; the ${MAX_VALUES} most frequent ones where there are more` })
  counts: NumberCount[];
}

export class ConsentResult extends Measured {
  @WholeNumber({ description: 'Answered true', example: 8 }) given: number;
  @WholeNumber({ description: 'Answered false', example: 1 }) refused: number;
}

export class AnsweredResult extends Measured {
  @WholeNumber({ description: 'Responses with an answer', example: 7 }) answered: number;

  @TextList(unchecked, {
    optional: true,
    description: `Anonymous texts, ${MAX_TEXTS} at most, in random order`,
    example: ['More time to talk'],
  })
  texts?: string[];
}

const RESULTS = [ChoiceResult, NumberResult, ConsentResult, AnsweredResult, NoResult];

export class QuestionResult {
  @Text({ description: 'Key of the question', example: 'rhythm' }) key: string;
  @OneOf(QUESTION_KINDS, { description: 'Its kind, which decides what is counted', example: 'choice' }) kind: string;
  @Text({ description: 'Its newest label', example: 'How often do you talk?' }) label: string;
  @Field({ type: 'integer', isArray: true } as object, unchecked, {
    description: 'Numbers of the versions that ask it',
    example: [1, 2],
  })
  versions: number[];
  @Union(RESULTS, {
    description:
      'Over all versions. reason: none_submitted; of anonymous answers also sample_too_small (below 5), not_closed, not_whole',
  })
  result: ChoiceResult | NumberResult | ConsentResult | AnsweredResult | NoResult;
}

class FormResultsProvenance {
  @Text({ description: 'Tables of the counts', example: 'form_responses, form_assignments, enrollments' })
  source: string;
  @Instant({ description: 'Instant of the data, UTC' }) asOf: string;
}

export class FormResults {
  @Uuid({ description: 'Form' }) formId: string;
  @OneOf(RESULT_SCOPES, { description: 'Whether everybody is counted, or whom the caller reaches' }) scope: string;
  @Union([ResponseResult, NoResult], {
    description: 'reason: none_submitted, where nobody is asked; not_closed, not_whole where they are anonymous',
  })
  responses: ResponseResult | NoResult;
  @NestedList(() => QuestionResult, {
    description: 'The questions of the newest version, then those of earlier ones; without infos',
  })
  questions: QuestionResult[];
  @Nested(() => FormResultsProvenance) provenance: FormResultsProvenance;
  @Instant({ description: 'Instant of the data, UTC' }) asOf: string;
}
