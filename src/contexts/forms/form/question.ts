/** The kinds of questions. */
export const QUESTION_KINDS = [
  'text',
  'long_text',
  'email',
  'choice',
  'multi',
  'scale',
  'number',
  'date',
  'file',
  'consent',
  'info',
] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

export const MAX_QUESTIONS = 100;
export const MAX_OPTIONS = 50;
/** The longest answers, in Unicode code points. */
export const MAX_LENGTHS = { text: 500, long_text: 10_000 } as const;

/** One answer. An unanswered question has none. */
export type Answer = string | number | boolean | readonly string[];
export type Answers = Readonly<Record<string, Answer>>;

/** A condition on the answer to an earlier question. */
export type Test =
  | { question: string; in: readonly (string | number | boolean)[] }
  | { question: string; from?: number | string; to?: number | string }
  | { question: string; answered: boolean };

/** When a question is shown. */
export type Condition = Test | { all: readonly Test[] } | { any: readonly Test[] };

/** The question of a form, complete: a field of its kind that was not sent is null. */
export interface Question {
  key: string;
  kind: QuestionKind;
  label: string;
  help: string | null;
  required: boolean;
  visibleIf: Condition | null;
  measure: { outcomeMeasureId: string; kind: 'baseline' | 'reading' } | null;
  maxLength?: number | null;
  options?: readonly { value: string; label: string }[];
  minCount?: number | null;
  maxCount?: number | null;
  min?: number | null;
  max?: number | null;
  decimals?: number | null;
  unit?: string | null;
  from?: string | null;
  to?: string | null;
  mediaKinds?: readonly string[];
  statement?: string;
}

/** The text and questions of a form. */
export interface Content {
  title: string;
  intro: string | null;
  questions: readonly Question[];
}

/** Undefined where the question has no answer. A key may have the name of a property of every object. */
export function answerTo(answers: Answers, key: string): Answer | undefined {
  return Object.hasOwn(answers, key) ? answers[key] : undefined;
}

/** The tests of a condition. */
export function testsOf(condition: Condition | null): readonly Test[] {
  if (condition === null) return [];
  if ('all' in condition) return condition.all;
  return 'any' in condition ? condition.any : [condition];
}

/**
 * The questions that are shown for these answers. One pass in their order decides, because a condition names earlier
 * questions only; a hidden question counts as unanswered.
 */
export function visibleQuestions(questions: readonly Question[], answers: Answers): Question[] {
  const shown: Record<string, Answer> = {};
  return questions.filter(({ key, visibleIf }) => {
    if (!holds(visibleIf, shown)) return false;
    const answer = answerTo(answers, key);
    if (answer !== undefined) shown[key] = answer;
    return true;
  });
}

function holds(condition: Condition | null, answers: Answers): boolean {
  if (condition === null) return true;
  const passes = (test: Test): boolean => passesTest(test, answers);
  if ('all' in condition) return condition.all.every(passes);
  return 'any' in condition ? condition.any.some(passes) : passes(condition);
}

function passesTest(test: Test, answers: Answers): boolean {
  const answer = answerTo(answers, test.question);
  if ('answered' in test) return (answer !== undefined) === test.answered;
  if (answer === undefined) return false;
  if ('in' in test) return [answer].flat().some((one) => test.in.includes(one));
  const { from, to } = test;
  // Both are numbers, or dates of one form.
  return (from === undefined || answer >= from) && (to === undefined || answer <= to);
}
