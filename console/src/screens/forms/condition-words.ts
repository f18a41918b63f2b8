import { forms as t } from '../../strings/forms.js';
import { testsOf, type Condition, type Question, type Test } from '../../ui/questions/question.js';

/** A condition in words: “Show when “How often?” is “never””. */
export function conditionWords(condition: Condition, questions: readonly Question[]): string {
  const tests = testsOf(condition).map((test) => testWords(test, questions));
  return t.shownWhen(tests, condition.any === undefined);
}

function testWords(test: Test, questions: readonly Question[]): string {
  const question = questions.find(({ key }) => key === test.question);
  const label = question?.label ?? test.question ?? '';
  if (test.answered !== undefined) return test.answered ? t.isAnswered(label) : t.isUnanswered(label);
  if (test.in) {
    return t.is(
      label,
      test.in.map((value) => valueWords(value, question)),
    );
  }
  const { from, to } = test;
  if (from !== undefined && to !== undefined) return t.between(label, String(from), String(to));
  return from === undefined ? t.atMost(label, String(to)) : t.atLeast(label, String(from));
}

function valueWords(value: string | number | boolean, question: Question | undefined): string {
  if (typeof value === 'boolean') return value ? t.agreed : t.disagreed;
  return question?.options?.find((option) => option.value === value)?.label ?? String(value);
}
