import { FileUpload } from '../../api/file-upload.js';
import { strings } from '../../strings/common.js';
import { answering as t } from '../../strings/answering.js';
import type { Raw } from '../fields.js';
import { answerTo, visibleQuestions, type Answer, type Answers, type Question } from './question.js';

/** What the inputs of questions hold, by their keys. A file is its id once it was sent. */
export type Typed = Raw;

/** Answers as inputs hold them. */
export function typedOf(questions: readonly Question[], answers: Answers): Typed {
  return Object.fromEntries(questions.map(({ key, kind }) => [key, shown(kind, answerTo(answers, key))]));
}

function shown(kind: Question['kind'], answer: Answer | undefined): Typed[string] {
  if (kind === 'multi') return Array.isArray(answer) ? [...(answer as string[])] : [];
  // An erasure leaves null in the place of a text.
  return answer === undefined || answer === null ? '' : String(answer);
}

/** The answer that an input holds: null where it is empty, undefined where it cannot be read, a file that is not registered yet as it is. */
export function answerOf(question: Question, value: Typed[string] | undefined): Answer | FileUpload | null | undefined {
  if (value instanceof FileUpload) return value;
  if (Array.isArray(value)) return value.length === 0 ? null : inOrder(question, value as string[]);
  const text = typeof value === 'string' ? value.trim() : '';
  if (text === '') return null;
  switch (question.kind) {
    case 'number':
    case 'scale': {
      const number = Number(text);
      return Number.isNaN(number) ? undefined : number;
    }
    case 'consent':
      return text === 'true';
    default:
      return text;
  }
}

function inOrder({ options = [] }: Question, values: string[]): string[] {
  return options.map(({ value }) => value).filter((value) => values.includes(value));
}

/** The questions that are shown while these answers are typed. */
export function shownQuestions(questions: readonly Question[], typed: Typed): Question[] {
  const answers: Record<string, Answer> = {};
  for (const question of questions) {
    const answer = answerOf(question, typed[question.key]);
    if (answer instanceof FileUpload) answers[question.key] = answer.label;
    else if (answer !== null && answer !== undefined) answers[question.key] = answer;
  }
  return visibleQuestions(questions, answers);
}

/** The keys whose answers are not those that the service has. */
export function changedKeys(questions: readonly Question[], typed: Typed, answers: Answers): string[] {
  const saved = typedOf(questions, answers);
  const isSame = (question: Question) => {
    const [mine, kept] = [answerOf(question, typed[question.key]), answerOf(question, saved[question.key])];
    return mine !== undefined && !(mine instanceof FileUpload) && JSON.stringify(mine) === JSON.stringify(kept);
  };
  return questions.filter((question) => question.kind !== 'info' && !isSame(question)).map(({ key }) => key);
}

/** What keeps the answers from being submitted, by key, as far as it can be said here. */
export function faultsOf(questions: readonly Question[], typed: Typed): Record<string, string> {
  const faults = shownQuestions(questions, typed).flatMap((question) => {
    const fault = faultOf(question, answerOf(question, typed[question.key]));
    return fault === undefined ? [] : [[question.key, fault] as const];
  });
  return Object.fromEntries(faults);
}

function faultOf(question: Question, answer: ReturnType<typeof answerOf>): string | undefined {
  const { kind, required, minCount, maxCount } = question;
  if (answer === undefined) return strings.form.invalid;
  if (kind === 'info') return undefined;
  if (answer === null) return required === true ? t.required : undefined;
  if (answer instanceof FileUpload) return answer.uploaded ? undefined : strings.form.notUploaded;
  if (kind === 'consent') return required === true && answer === false ? t.mustAgree : undefined;
  if (!Array.isArray(answer)) return undefined;
  if (answer.length < (minCount ?? 0)) return t.atLeast(minCount ?? 0);
  return answer.length > (maxCount ?? Infinity) ? t.atMost(maxCount ?? 0) : undefined;
}
