import { Field, Flag, isPlainObject, JudgedValue, LooseList, Text, textIssue, unchecked } from '#kernel/fields';
import { MAX_OPTIONS } from './question.js';

const MIN_TESTS = 2;
const MAX_TESTS = 10;
const MAX_VALUE = 50;

const VALUE = { oneOf: [{ type: 'string', maxLength: MAX_VALUE }, { type: 'number' }, { type: 'boolean' }] };
const BOUND = { oneOf: [{ type: 'number' }, { type: 'string', maxLength: MAX_VALUE }] };
const asDocumented = (schema: object, description: string): PropertyDecorator =>
  Field(schema, unchecked, { optional: true, description });

class FormTest {
  @Text({ optional: true, max: MAX_VALUE, description: 'Key of an earlier question', example: 'rhythm' })
  question?: string;

  @asDocumented(
    { type: 'array', maxItems: MAX_OPTIONS, items: VALUE },
    'The answer to a choice, multi, scale or consent is one of these',
  )
  in?: (string | number | boolean)[];

  @asDocumented(BOUND, 'The answer to a scale, number or date is not below this') from?: number | string;
  @asDocumented(BOUND, 'It is not above this') to?: number | string;
  @Flag({ optional: true, description: 'Whether there is an answer' }) answered?: boolean;
}

/** Documents a condition: a test, or several. */
class FormCondition extends FormTest {
  @LooseList(() => FormTest, { optional: true, maxItems: MAX_TESTS, description: 'All of these tests hold' })
  all?: FormTest[];

  @LooseList(() => FormTest, { optional: true, maxItems: MAX_TESTS, description: 'One of these tests holds' })
  any?: FormTest[];
}

/** When a question is shown: a test of an earlier question, or several of them. Always by default. */
export function VisibleIf(): PropertyDecorator {
  return JudgedValue({ type: () => FormCondition }, conditionIssue, {
    optional: true,
    nullable: true,
    maxMembers: MAX_OPTIONS,
    description: 'When the question is shown; null: always',
    example: null,
  });
}

function conditionIssue(value: unknown): string | undefined {
  if (!isPlainObject(value)) return 'must be an object';
  const condition = value;
  for (const list of ['all', 'any']) {
    if (!(list in condition)) continue;
    const tests = condition[list];
    if (Object.keys(condition).length > 1) return `must have nothing beside ${list}`;
    if (!Array.isArray(tests) || tests.length < MIN_TESTS || tests.length > MAX_TESTS) {
      return `${list} must be a list of ${MIN_TESTS} to ${MAX_TESTS} tests`;
    }
    return tests.map(testIssue).find((issue) => issue !== undefined);
  }
  return testIssue(condition);
}

function testIssue(value: unknown): string | undefined {
  if (!isPlainObject(value)) return 'each test must be an object';
  const { question, ...test } = value;
  if (!isShortText(question)) return 'question must be the key of an earlier question';
  const names = Object.keys(test).sort().join();
  if (names === 'answered') return typeof test.answered === 'boolean' ? undefined : 'answered must be true or false';
  if (names === 'in') return listIssue(test.in);
  if (names !== 'from' && names !== 'to' && names !== 'from,to') {
    return 'a test must have in, from and to, or answered, beside question';
  }
  return Object.values(test).every((bound) => isShortText(bound) || Number.isFinite(bound))
    ? undefined
    : 'from and to must be numbers or dates';
}

function listIssue(values: unknown): string | undefined {
  const isList = Array.isArray(values) && values.length > 0 && values.length <= MAX_OPTIONS;
  const isValue = (one: unknown): boolean => isShortText(one) || Number.isFinite(one) || typeof one === 'boolean';
  return isList && values.every(isValue) ? undefined : `in must be a list of 1 to ${MAX_OPTIONS} values`;
}

function isShortText(value: unknown): boolean {
  return textIssue(value, 1, MAX_VALUE) === undefined;
}
