import type { Schemas } from '@delivery-service/client';

export type QuestionKind = Schemas['FormQuestion']['kind'];
export type Answer = string | number | boolean | readonly string[];
export type Answers = Readonly<Record<string, Answer>>;
export type Condition = Schemas['FormCondition'];
export type Test = Schemas['FormTest'];

/** A question of any kind: it has the fields of its kind. */
export interface Question {
  key: string;
  kind: QuestionKind;
  label: string;
  help?: string | null;
  required?: boolean;
  visibleIf?: Condition | null;
  measure?: Schemas['QuestionMeasure'] | null;
  maxLength?: number | null;
  options?: { value: string; label: string }[];
  minCount?: number | null;
  maxCount?: number | null;
  min?: number | null;
  max?: number | null;
  decimals?: number;
  unit?: string | null;
  from?: string | null;
  to?: string | null;
  mediaKinds?: Schemas['FormQuestionFile']['mediaKinds'];
  statement?: string;
}

/** The questions of a form or version. */
export function questionsOf({ questions }: Schemas['FormContent']): Question[] {
  return questions;
}

/** Undefined where there is no answer. A key may have the name of a property of every object. */
export function answerTo(answers: Answers, key: string): Answer | undefined {
  return Object.hasOwn(answers, key) ? answers[key] : undefined;
}

/** The tests of a condition. */
export function testsOf(condition: Condition | null | undefined): readonly Test[] {
  if (!condition) return [];
  return condition.all ?? condition.any ?? [condition];
}

/** The questions that are shown for these answers, as the service decides it: in one pass, a hidden question counts as unanswered. */
export function visibleQuestions(questions: readonly Question[], answers: Answers): Question[] {
  const shown: Record<string, Answer> = {};
  return questions.filter(({ key, visibleIf }) => {
    const passes = (test: Test) => passesTest(test, shown);
    if (!(visibleIf?.any ? visibleIf.any.some(passes) : testsOf(visibleIf).every(passes))) return false;
    const answer = answerTo(answers, key);
    if (answer !== undefined) shown[key] = answer;
    return true;
  });
}

function passesTest(test: Test, answers: Answers): boolean {
  const answer = answerTo(answers, test.question ?? '');
  if (test.answered !== undefined) return (answer !== undefined) === test.answered;
  if (answer === undefined) return false;
  if (test.in) return [answer].flat().some((one) => test.in?.includes(one));
  const { from, to } = test;
  // Both are numbers, or dates of one form.
  return (from === undefined || answer >= from) && (to === undefined || answer <= to);
}
