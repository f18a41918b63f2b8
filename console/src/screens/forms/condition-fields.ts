import { answering } from '../../strings/answering.js';
import { forms as t } from '../../strings/forms.js';
import { number } from '../../strings/words.js';
import type { Fields } from '../../ui/fields.js';
import type { Option } from '../../ui/option.js';
import { testsOf, type Condition, type Question, type Test } from '../../ui/questions/question.js';

const MOST_TESTS = 10;
/** So many tests are offered; more, where the question has more already. */
const OFFERED = 3;
const IN_KINDS = ['choice', 'multi', 'scale', 'consent'];
const RANGE_KINDS = ['scale', 'number', 'date'];

/** The fields of a condition in words: a test of an earlier question, and further ones. */
export function conditionFields(earlier: readonly Question[], condition: Condition | null | undefined): Fields {
  const tests = testsOf(condition);
  const slots = Math.min(MOST_TESTS, Math.max(OFFERED, tests.length + 1));
  const options = earlier.filter(({ kind }) => kind !== 'info').flatMap(testOptions);
  const isSet = options.map(({ value }) => value);
  const match = {
    kind: 'choice' as const,
    label: t.match,
    options: (['all', 'any'] as const).map((value) => ({ value, label: t.matches[value] })),
    initial: condition?.any ? 'any' : 'all',
    when: { field: 'test1', isOneOf: isSet },
  };
  const parts = Array.from({ length: slots }, (_, at) => slotFields(at, { earlier, options, isSet, test: tests[at] }));
  return Object.assign({}, ...parts, { match }) as Fields;
}

interface Slot {
  earlier: readonly Question[];
  options: Option[];
  isSet: string[];
  test: Test | undefined;
}

function slotFields(at: number, { earlier, options, isSet, test }: Slot): Fields {
  const name = `test${String(at)}`;
  const fields: Fields = {
    [name]: {
      kind: 'choice',
      label: at === 0 ? t.firstTest : `${t.furtherTest} ${number(at)}`,
      options,
      isNullable: true,
      initial: test ? codeOf(test) : null,
      ...(at > 0 && { when: { field: `test${String(at - 1)}`, isOneOf: isSet } }),
    },
  };
  for (const question of earlier) {
    const { key, kind } = question;
    const own = test?.question === key ? test : undefined;
    if (IN_KINDS.includes(kind)) {
      fields[`${name} in ${key}`] = {
        ...{ kind: 'choices', label: t.values, options: valuesOf(question), initial: own?.in?.map(String) ?? [] },
        when: { field: name, isOneOf: [`in ${key}`] },
      };
    }
    if (RANGE_KINDS.includes(kind)) {
      const shared = { isNullable: true, when: { field: name, isOneOf: [`range ${key}`] } } as const;
      for (const side of ['from', 'to'] as const) {
        const label = side === 'from' ? t.rangeFrom : t.rangeTo;
        const initial = own?.[side] ?? null;
        fields[`${name} ${side} ${key}`] =
          kind === 'date'
            ? { kind: 'day', label, initial: initial === null ? null : String(initial), ...shared }
            : { kind: 'number', label, initial: initial === null ? null : Number(initial), ...shared };
      }
    }
  }
  return fields;
}

function testOptions({ key, kind, label }: Question): Option[] {
  return [
    ...(IN_KINDS.includes(kind) ? [{ value: `in ${key}`, label: t.isOneOf(label) }] : []),
    ...(RANGE_KINDS.includes(kind) ? [{ value: `range ${key}`, label: t.isBetween(label) }] : []),
    { value: `answered ${key}`, label: t.isAnswered(label) },
    { value: `unanswered ${key}`, label: t.isUnanswered(label) },
  ];
}

function codeOf(test: Test): string {
  const key = test.question ?? '';
  if (test.answered !== undefined) return test.answered ? `answered ${key}` : `unanswered ${key}`;
  return test.in ? `in ${key}` : `range ${key}`;
}

function valuesOf({ kind, options = [], min, max }: Question): Option[] {
  if (kind === 'consent') {
    return [
      { value: 'true', label: answering.agreed },
      { value: 'false', label: answering.disagreed },
    ];
  }
  if (kind !== 'scale') return options;
  const first = min ?? 0;
  const steps = Array.from({ length: Math.max(0, (max ?? 0) - first + 1) }, (_, at) => String(first + at));
  return steps.map((value) => ({ value, label: value }));
}

/** The condition that the values of its fields make; null where the question is always shown. */
export function conditionOf(values: Record<string, unknown>, earlier: readonly Question[]): Condition | null {
  const tests: Test[] = [];
  for (let at = 0; typeof values[`test${String(at)}`] === 'string'; at += 1) {
    const test = testOf(values, `test${String(at)}`, earlier);
    if (test) tests.push(test);
  }
  const [only] = tests;
  if (only === undefined) return null;
  if (tests.length === 1) return only;
  return values['match'] === 'any' ? { any: tests } : { all: tests };
}

function testOf(values: Record<string, unknown>, name: string, earlier: readonly Question[]): Test | undefined {
  const [what = '', key = ''] = String(values[name]).split(' ');
  const question = earlier.find((one) => one.key === key);
  if (!question) return undefined;
  if (what === 'answered' || what === 'unanswered') return { question: key, answered: what === 'answered' };
  if (what === 'in') {
    const chosen = (values[`${name} in ${key}`] ?? []) as string[];
    const { kind } = question;
    const typed = (value: string) => (kind === 'scale' ? Number(value) : kind === 'consent' ? value === 'true' : value);
    return { question: key, in: chosen.map(typed) };
  }
  const bounds = (['from', 'to'] as const).flatMap((side) => {
    const bound = values[`${name} ${side} ${key}`] as string | number | null | undefined;
    return bound === null || bound === undefined ? [] : [[side, bound] as const];
  });
  return { question: key, ...Object.fromEntries(bounds) };
}
