import { MEDIA_KINDS } from '#contexts/media/media.public.js';
import type { FieldIssue } from '#kernel/errors';
import {
  CalendarDate,
  ChoiceList,
  DecimalNumber,
  Flag,
  NestedList,
  NestedObject,
  OneOf,
  Pattern,
  Text,
  Title,
  Uuid,
  variantIssues,
  Variants,
  WholeNumber,
} from '#kernel/fields';
import { VisibleIf } from './condition.js';
import { MAX_LENGTHS, MAX_OPTIONS, MAX_QUESTIONS, QUESTION_KINDS, type Content, type Question } from './question.js';

const MAX_SCALE = 10;
/** A form cannot ask for more. */
const MEASURED_AS = ['baseline', 'reading'] as const;

class QuestionOption {
  @Pattern(/^[a-z0-9_]{1,50}$/, {
    issue: 'must be 1 to 50 lower-case letters, digits and underscores',
    description: 'What an answer names',
    example: 'weekly',
  })
  value: string;

  @Title({ min: 1, max: 200, description: 'What people read', example: 'Once a week' }) label: string;
}

class QuestionMeasure {
  @Uuid({ description: 'An active outcome measure of the program of the form' }) outcomeMeasureId: string;
  @OneOf(MEASURED_AS, { description: 'What an answer is recorded as', example: 'reading' })
  kind: (typeof MEASURED_AS)[number];
}

const EVERY = ['key', 'label', 'help?', 'required?', 'visibleIf?', 'measure?'];

/** The fields of each kind besides those of every question. */
const OWN = {
  text: ['maxLength?'],
  long_text: ['maxLength?'],
  email: [],
  choice: ['options'],
  multi: ['options', 'minCount?', 'maxCount?'],
  scale: ['min', 'max'],
  number: ['min?', 'max?', 'decimals?', 'unit?'],
  date: ['from?', 'to?'],
  file: ['mediaKinds'],
  consent: ['statement'],
  info: [],
} as const;

@Variants(Object.fromEntries(Object.entries(OWN).map(([kind, own]) => [kind, [...EVERY, ...own]])))
export class FormQuestion {
  @OneOf(QUESTION_KINDS, { description: 'How it is answered', example: 'long_text' })
  kind: Question['kind'];

  @Pattern(/^[a-z][a-z0-9_]{0,49}$/, {
    issue: 'must be 1 to 50 lower-case letters, digits and underscores, the first a letter',
    description: 'Names the question in all versions, for one kind, decimals and unit',
    example: 'plans',
  })
  key: string;

  @Text({ min: 1, max: 500, trim: true, description: 'The question', example: 'What will you try this week?' })
  label: string;

  @Text({
    optional: true,
    nullable: true,
    min: 1,
    max: 1_000,
    trim: true,
    example: null,
  })
  help?: string | null;

  @Flag({ optional: true, description: 'By default false' })
  required?: boolean;

  @VisibleIf() visibleIf?: Question['visibleIf'];

  @NestedObject(() => QuestionMeasure, {
    optional: true,
    nullable: true,
    description: 'Where answers to a scale or number are recorded',
    example: null,
  })
  measure?: QuestionMeasure | null;

  @WholeNumber({
    optional: true,
    nullable: true,
    min: 1,
    max: MAX_LENGTHS.long_text,
    description: 'Of a text, at most 500, or long_text: the longest answer, in characters',
    example: 500,
  })
  maxLength?: number | null;

  @NestedList(() => QuestionOption, { optional: true, maxItems: MAX_OPTIONS, description: 'Of choice and multi' })
  options?: QuestionOption[];

  @WholeNumber({ optional: true, nullable: true, max: MAX_OPTIONS, description: 'Of multi: so many at least' })
  minCount?: number | null;

  @WholeNumber({ optional: true, nullable: true, min: 1, max: MAX_OPTIONS, description: 'Of multi: so many at most' })
  maxCount?: number | null;

  @DecimalNumber({
    optional: true,
    nullable: true,
    description: 'The least value of a scale, from 0, or a number',
    example: 0,
  })
  min?: number | null;

  @DecimalNumber({
    optional: true,
    nullable: true,
    description: 'The greatest value of a scale, to 10, or a number',
    example: 10,
  })
  max?: number | null;

  @WholeNumber({ optional: true, max: 4, description: 'Decimal places of a number; by default none', example: 0 })
  decimals?: number;

  @Title({ optional: true, nullable: true, min: 1, max: 50, description: 'Unit of a number', example: 'hours' })
  unit?: string | null;

  @CalendarDate({ optional: true, nullable: true, description: 'The first date' }) from?: string | null;
  @CalendarDate({ optional: true, nullable: true, description: 'The last date' }) to?: string | null;

  @ChoiceList(MEDIA_KINDS, { optional: true, minItems: 1, description: 'Of a file: the kinds that are accepted' })
  mediaKinds?: string[];

  @Text({
    optional: true,
    min: 1,
    max: 2_000,
    trim: true,
    description: 'Of consent: the statement that is agreed to or not',
  })
  statement?: string;
}

export class FormContent {
  @Title({ min: 1, max: 200, description: 'Title that people read', example: 'After your first week' }) title: string;

  @Text({
    nullable: true,
    optional: true,
    min: 1,
    max: 10_000,
    trim: true,
    description: 'Markdown before the questions',
  })
  intro?: string | null;

  @NestedList(() => FormQuestion, { maxItems: MAX_QUESTIONS, description: 'In the order in which they are asked' })
  questions: FormQuestion[];
}

/** The issues with fields that depend on the kind of a question. */
export function kindIssues({ questions }: FormContent): FieldIssue[] {
  return questions.flatMap((question, index) => {
    const path = `content.questions.${index}`;
    const issues = variantIssues(question, path);
    const { kind, maxLength } = question;
    if (kind === 'text' && (maxLength ?? 0) > MAX_LENGTHS.text) {
      issues.push({ field: `${path}.maxLength`, issue: `must be at most ${MAX_LENGTHS.text} for text` });
    }
    if (kind === 'scale') {
      for (const bound of ['min', 'max'] as const) {
        const value = question[bound];
        const isStep = Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_SCALE;
        if (value !== undefined && !isStep) {
          issues.push({ field: `${path}.${bound}`, issue: `must be a whole number from 0 to ${MAX_SCALE} for scale` });
        }
      }
    }
    return issues;
  });
}

/** The content with a value for each field: those that were not sent are null. */
export function toContent({ title, intro = null, questions }: FormContent): Content {
  return { title, intro, questions: questions.map(toQuestion) };
}

function toQuestion(question: FormQuestion): Question {
  const { kind, key, label, help = null, required = false, visibleIf = null, measure = null } = question;
  const own = OWN[kind].map((field) => field.replace('?', '') as keyof FormQuestion);
  const values = own.map((field) => [field, question[field] ?? (field === 'decimals' ? 0 : null)] as const);
  return { key, kind, label, help, required, visibleIf, measure, ...Object.fromEntries(values) };
}
