import { isEmailAddress } from '#contexts/identity/identity.public.js';
import type { FieldIssue } from '#kernel/errors';
import { decimalOf, isCalendarDate, isUuid, MAX_DIGITS, significantDigits, textIssue } from '#kernel/fields';
import { answerTo, MAX_LENGTHS, visibleQuestions, type Answer, type Answers, type Question } from '../form/question.js';

/** Answers as they are sent: null, or an empty list, takes an answer back. */
export type SentAnswers = Readonly<Record<string, unknown>>;

/** As much of an unknown key as a refusal names. */
const MAX_FIELD_NAME = 200;
/** All answers of a response, as JSON text. */
const MAX_ANSWERS_LENGTH = 262_144;

/** The answers that are kept after a request, or what is wrong with those that it sent. */
export function withSent(
  questions: readonly Question[],
  kept: Answers,
  sent: SentAnswers,
): { answers: Answers; issues: FieldIssue[] } {
  const byKey = new Map(questions.map((question) => [question.key, question]));
  // An erasure leaves null in the place of a text.
  const answers = Object.fromEntries(Object.entries(kept).filter(([, value]) => (value as Answer | null) !== null));
  const issues = Object.entries(sent).flatMap(([key, value]): FieldIssue[] => {
    const field = `answers.${key.slice(0, MAX_FIELD_NAME)}`;
    const question = byKey.get(key);
    if (!question || question.kind === 'info') return [{ field, issue: 'is no question of the form' }];
    const answer = normalized(question, value);
    if (answer === null) {
      delete answers[key];
      return [];
    }
    const issue = answerIssue(question, answer);
    if (issue !== undefined) return [{ field, issue }];
    answers[key] = answer as Answer;
    return [];
  });
  if (issues.length === 0 && JSON.stringify(answers).length > MAX_ANSWERS_LENGTH) {
    issues.push({ field: 'answers', issue: 'must not be longer than 256 kB together' });
  }
  return { answers, issues };
}

/** The issues that keep the answers from being submitted: the questions that are shown, required and unanswered, and counts. */
export function submissionIssues(questions: readonly Question[], answers: Answers): FieldIssue[] {
  return visibleQuestions(questions, answers).flatMap(({ key, kind, required, minCount, maxCount }): FieldIssue[] => {
    const field = `answers.${key}`;
    const answer = answerTo(answers, key);
    if (answer === undefined) return required && kind !== 'info' ? [{ field, issue: 'is required' }] : [];
    if (kind === 'consent' && required && answer === false) return [{ field, issue: 'must be true' }];
    if (!Array.isArray(answer)) return [];
    if (answer.length < (minCount ?? 0)) return [{ field, issue: `must be at least ${minCount} of the options` }];
    const most = maxCount ?? Infinity;
    return answer.length > most ? [{ field, issue: `must be at most ${most} of the options` }] : [];
  });
}

/** The answers to the questions that are shown, and the keys of the others. */
export function shownAnswers(questions: readonly Question[], answers: Answers): { shown: Answers; ignored: string[] } {
  const visible = new Set(visibleQuestions(questions, answers).map(({ key }) => key));
  const entries = Object.entries(answers);
  const shown = Object.fromEntries(entries.filter(([key]) => visible.has(key)));
  return {
    shown,
    ignored: questions.flatMap(({ key }) => (answerTo(answers, key) !== undefined && !visible.has(key) ? [key] : [])),
  };
}

function normalized({ kind }: Question, value: unknown): unknown {
  if (Array.isArray(value) && value.length === 0) return null;
  if (typeof value !== 'string') return value;
  return kind === 'file' ? value.toLowerCase() : value.trim();
}

function answerIssue(question: Question, value: unknown): string | undefined {
  const { kind, options = [] } = question;
  const values = options.map((option) => option.value);
  switch (kind) {
    case 'text':
    case 'long_text':
      return textIssue(value, 1, question.maxLength ?? MAX_LENGTHS[kind]);
    case 'email':
      return isEmailAddress(value) ? undefined : 'must be an e-mail address';
    case 'choice':
      return values.includes(value as string) ? undefined : 'must be one of the options';
    case 'multi': {
      const areOptions = Array.isArray(value) && value.every((one) => values.includes(one as string));
      return areOptions && new Set(value).size === value.length ? undefined : 'must be a list of different options';
    }
    case 'scale':
    case 'number':
      return numberIssue(question, value);
    case 'date':
      return dateIssue(question, value);
    case 'file':
      return isUuid(value) ? undefined : 'must be the id of media';
    case 'consent':
      return typeof value === 'boolean' ? undefined : 'must be true or false';
    case 'info':
      return 'has no answer';
  }
}

function numberIssue({ kind, min, max, decimals }: Question, value: unknown): string | undefined {
  const isNumber = typeof value === 'number' && Number.isFinite(value);
  if (!isNumber || Math.abs(value) >= 10 ** MAX_DIGITS || significantDigits(decimalOf(value)) > MAX_DIGITS) {
    return `must be a number with at most ${MAX_DIGITS} significant digits`;
  }
  const places = kind === 'scale' ? 0 : (decimals ?? 0);
  if (decimalOf(value).places > places) return `must have at most ${places} decimal places`;
  if (value < (min ?? -Infinity)) return `must be at least ${min}`;
  return value > (max ?? Infinity) ? `must be at most ${max}` : undefined;
}

function dateIssue({ from, to }: Question, value: unknown): string | undefined {
  if (!isCalendarDate(value)) return 'must be a date, YYYY-MM-DD';
  // Dates of this form are in order as texts.
  if (from && value < from) return `must not be before ${from}`;
  return to && value > to ? `must not be after ${to}` : undefined;
}
