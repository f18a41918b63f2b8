import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { visibleQuestions, type Answer, type Answers, type Condition, type Question, type Test } from './question.js';

const KEYS = ['a', 'b', 'c', 'd', 'e', 'f'];
const VALUES = ['x', 'y', 'z'];

function question(key: string, kind: Question['kind'], visibleIf: Condition | null): Question {
  return { key, kind, label: key, help: null, required: false, visibleIf, measure: null };
}

const kinds = fc.constantFrom<Question['kind']>('choice', 'multi', 'scale', 'consent', 'text');

function answerOf(kind: Question['kind']): fc.Arbitrary<Answer> {
  if (kind === 'choice') return fc.constantFrom(...VALUES);
  if (kind === 'multi') return fc.uniqueArray(fc.constantFrom(...VALUES), { minLength: 1 });
  if (kind === 'scale') return fc.integer({ min: 0, max: 10 });
  return kind === 'consent' ? fc.boolean() : fc.constantFrom('one', 'two');
}

function testOf({ key, kind }: Question): fc.Arbitrary<Test> {
  const answered = fc.boolean().map((value): Test => ({ question: key, answered: value }));
  if (kind === 'text') return answered;
  const bound = fc.integer({ min: 0, max: 10 });
  if (kind === 'scale') {
    const range = fc.tuple(bound, bound).map(([from, to]): Test => ({ question: key, from, to }));
    return fc.oneof(
      answered,
      range,
      bound.map((from): Test => ({ question: key, from })),
    );
  }
  const values: fc.Arbitrary<string | boolean> = kind === 'consent' ? fc.boolean() : fc.constantFrom(...VALUES);
  return fc.oneof(
    answered,
    fc.uniqueArray(values, { minLength: 1 }).map((some): Test => ({ question: key, in: some })),
  );
}

function conditionOn(earlier: readonly Question[]): fc.Arbitrary<Condition | null> {
  if (earlier.length === 0) return fc.constant(null);
  const test = fc.constantFrom(...earlier).chain(testOf);
  const tests = fc.array(test, { minLength: 2, maxLength: 4 });
  return fc.oneof(
    fc.constant(null),
    test,
    tests.map((all) => ({ all })),
    tests.map((any) => ({ any })),
  );
}

const forms: fc.Arbitrary<Question[]> = KEYS.reduce<fc.Arbitrary<Question[]>>(
  (before, key) =>
    before.chain((earlier) =>
      fc.tuple(kinds, conditionOn(earlier)).map(([kind, condition]) => [...earlier, question(key, kind, condition)]),
    ),
  fc.constant([]),
);

const answered = forms.chain((questions) =>
  fc.tuple(...questions.map(({ kind }) => fc.option(answerOf(kind)))).map((values) => ({
    questions,
    answers: Object.fromEntries(
      values.flatMap((value, index) => (value === null ? [] : [[questions[index].key, value] as const])),
    ),
  })),
);

/** Asks each question anew whether it is shown, and for that the questions that it names: no pass, no state. */
function isShown(questions: readonly Question[], answers: Answers, key: string): boolean {
  const condition = questions.find((one) => one.key === key)?.visibleIf ?? null;
  const counts = (of: string): Answer | null => (of in answers && isShown(questions, answers, of) ? answers[of] : null);
  const holds = (test: Test): boolean => {
    const answer = counts(test.question);
    if ('answered' in test) return test.answered ? answer !== null : answer === null;
    if (answer === null) return false;
    if ('in' in test) {
      const values: readonly unknown[] = Array.isArray(answer) ? answer : [answer];
      return test.in.filter((value) => values.includes(value)).length > 0;
    }
    return !(test.from !== undefined && answer < test.from) && !(test.to !== undefined && answer > test.to);
  };
  if (condition === null) return true;
  if ('all' in condition) return condition.all.filter(holds).length === condition.all.length;
  return 'any' in condition ? condition.any.filter(holds).length > 0 : holds(condition);
}

it('the questions that are shown are those of an evaluator that asks for each one anew', () => {
  fc.assert(
    fc.property(answered, ({ questions, answers }) => {
      const shown = visibleQuestions(questions, answers).map(({ key }) => key);
      expect(shown).toEqual(KEYS.filter((key) => isShown(questions, answers, key)));
    }),
    { numRuns: 500 },
  );
});
