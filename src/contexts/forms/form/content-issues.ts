import type { FieldIssue } from '#kernel/errors';
import { decimalOf, isCalendarDate, repetitions } from '#kernel/fields';
import { testsOf, type Content, type Question, type QuestionKind, type Test } from './question.js';

/** A key of the published versions: it means one thing for ever. */
export interface PublishedKey {
  kind: QuestionKind;
  decimals: number | null;
  unit: string | null;
}

/** An active outcome measure of the form's program. */
export interface Measure {
  id: string;
  min: number | null;
  max: number | null;
  decimals: number;
  selfReport: boolean;
}

const REPEATED = 'must not be repeated';

interface Surroundings {
  published: Readonly<Record<string, PublishedKey>>;
  measures: ReadonlyMap<string, Measure>;
}

/** The issues that keep the content from being published. The fields are those of the content: `questions.2.visibleIf`. */
export function contentIssues({ questions }: Content, { published, measures }: Surroundings): FieldIssue[] {
  if (questions.length === 0) return [{ field: 'questions', issue: 'must have at least one question' }];
  const repeated = repetitions(
    questions.map(({ key }) => key),
    REPEATED,
    (index) => `questions.${index}.key`,
  );
  const others = questions.flatMap((question, index) => {
    const named = (issues: readonly Issue[]): FieldIssue[] =>
      issues.map(([field, issue]) => ({ field: `questions.${index}.${field}`, issue }));
    const earlier = new Map(questions.slice(0, index).map((one) => [one.key, one]));
    return named([
      ...keyIssues(question, published),
      ...boundIssues(question),
      ...optionIssues(question),
      ...testsOf(question.visibleIf).flatMap((test) => testIssues(test, earlier.get(test.question))),
      ...measureIssues(question, measures),
    ]);
  });
  return [...repeated, ...others];
}

/** The meanings of the keys of earlier versions, and of this one. */
export function withPublishedKeys(
  published: Readonly<Record<string, PublishedKey>>,
  { questions }: Content,
): Record<string, PublishedKey> {
  const added = questions.map((question) => [question.key, meaningOf(question)] as const);
  return { ...published, ...Object.fromEntries(added) };
}

type Issue = readonly [field: string, issue: string];

function meaningOf({ kind, decimals = null, unit = null }: Question): PublishedKey {
  return { kind, decimals, unit };
}

function keyIssues(question: Question, published: Readonly<Record<string, PublishedKey>>): Issue[] {
  if (!Object.hasOwn(published, question.key)) return [];
  const before = published[question.key];
  const now = meaningOf(question);
  const changed = (['kind', 'decimals', 'unit'] as const).filter((field) => before[field] !== now[field]);
  return changed.map((field) => [field, 'must be that of the published versions, or take another key']);
}

function boundIssues({ kind, min, max, decimals, from, to, minCount, maxCount, options = [] }: Question): Issue[] {
  const issues: Issue[] = [];
  const isBeyond = <Bound>(one: Bound | null | undefined, other: Bound | null | undefined): boolean =>
    one !== null && one !== undefined && other !== null && other !== undefined && one > other;
  if (isBeyond(min, max)) issues.push(['max', 'must not be less than min']);
  if (isBeyond(from, to)) issues.push(['to', 'must not be before from']);
  if (isBeyond(minCount, maxCount)) issues.push(['maxCount', 'must not be less than minCount']);
  if (isBeyond(minCount, options.length)) issues.push(['minCount', 'must not be more than there are options']);
  if (kind === 'number') {
    for (const [field, bound] of Object.entries({ min, max })) {
      if (decimalOf(bound ?? 0).places > (decimals ?? 0)) {
        issues.push([field, 'must not have more decimal places than decimals']);
      }
    }
  }
  return issues;
}

function optionIssues({ kind, options }: Question): Issue[] {
  if (options === undefined) return [];
  const issues: Issue[] = options.length < 2 ? [['options', `must be at least two for ${kind}`]] : [];
  const values = options.map(({ value }) => value);
  const repeated = repetitions(values, REPEATED, (index) => `options.${index}.value`);
  return [...issues, ...repeated.map(({ field, issue }): Issue => [field, issue])];
}

const IN_KINDS: readonly QuestionKind[] = ['choice', 'multi', 'scale', 'consent'];
const RANGE_KINDS: readonly QuestionKind[] = ['scale', 'number', 'date'];

/** The issues with a test of the question that it names, which is an earlier one. */
function testIssues(test: Test, named: Question | undefined): Issue[] {
  const issueOf = (issue: string): Issue[] => [['visibleIf', issue]];
  if (named === undefined) return issueOf('must name an earlier question');
  const { kind, key } = named;
  if (kind === 'info') return issueOf(`must not name ${key}, which has no answer`);
  if ('answered' in test) return [];
  if ('in' in test) {
    if (!IN_KINDS.includes(kind)) return issueOf(`in must not be asked of a question of kind ${kind}`);
    return test.in.every((value) => isValueOf(named, value)) ? [] : issueOf(`in must list answers of ${key}`);
  }
  if (!RANGE_KINDS.includes(kind)) return issueOf(`a range must not be asked of a question of kind ${kind}`);
  const bounds = [test.from, test.to].filter((bound) => bound !== undefined);
  const isBound = (bound: unknown) => (kind === 'date' ? isCalendarDate(bound) : typeof bound === 'number');
  if (!bounds.every(isBound)) return issueOf(`from and to must be ${kind === 'date' ? 'dates' : 'numbers'}`);
  return bounds.length === 2 && bounds[0] > bounds[1] ? issueOf('to must not be less than from') : [];
}

function isValueOf({ kind, options = [], min, max }: Question, value: unknown): boolean {
  if (kind === 'consent') return typeof value === 'boolean';
  if (kind !== 'scale') return options.some((option) => option.value === value);
  return Number.isInteger(value) && Number(value) >= (min ?? 0) && Number(value) <= (max ?? 0);
}

function measureIssues(question: Question, measures: ReadonlyMap<string, Measure>): Issue[] {
  const { measure, kind, min, max, decimals } = question;
  if (measure === null) return [];
  if (kind !== 'scale' && kind !== 'number') return [['measure', 'must only be given for a scale or number']];
  const found = measures.get(measure.outcomeMeasureId);
  if (!found) return [['measure.outcomeMeasureId', 'must be an active outcome measure of the program of the form']];
  const admits =
    (found.min === null || (min !== null && min !== undefined && min >= found.min)) &&
    (found.max === null || (max !== null && max !== undefined && max <= found.max)) &&
    (decimals ?? 0) <= found.decimals;
  return admits ? [] : [['measure', 'must admit every answer: mind min, max and decimals']];
}
