import { toResource } from '#kernel/fields';
import type { Content, Question, QuestionKind } from '../form/question.js';
import { figuresOf } from './figures.js';
import {
  MAX_VALUES,
  QuestionResult,
  type FormResults,
  type NoResult,
  type NoResultReason,
} from './form-results.dto.js';

const VALUED: readonly QuestionKind[] = ['choice', 'multi', 'scale', 'number', 'consent'];

export const NONE = unmeasured('none_submitted');

/** A question over all versions of its form, newest first. */
export interface Asked {
  newest: Question;
  all: Question[];
  versions: number[];
  /** Whether each value of its answers is counted. */
  isValued: boolean;
}

/** How often a value was answered; null for a question whose values are not counted. */
export interface AnswerCount {
  key: string;
  value: string | null;
  count: number;
}

/** The counts, and the tables that they are from. */
export interface Results {
  source: string;
  responses: FormResults['responses'];
  questions: QuestionResult[];
}

export function unmeasured(reason: NoResultReason): NoResult {
  return { measured: false, reason };
}

/** The questions by their keys: in the order of the newest version, then those that only earlier ones have. */
export function askedIn(versions: readonly { number: number; content: Content }[]): Asked[] {
  const asked = new Map<string, Asked>();
  for (const { number, content } of versions) {
    for (const question of content.questions) {
      if (question.kind === 'info') continue;
      const isValued = VALUED.includes(question.kind);
      const found = asked.get(question.key) ?? { newest: question, all: [], versions: [], isValued };
      found.all.push(question);
      found.versions.unshift(number);
      asked.set(question.key, found);
    }
  }
  return [...asked.values()];
}

/** The result of a question: from its counts, with the texts that were answered, or why there is none. */
export function toResult(
  { newest, all, versions }: Asked,
  counts: readonly AnswerCount[] | NoResult,
  texts?: readonly string[],
): QuestionResult {
  const { key, kind, label } = newest;
  const result = 'reason' in counts ? counts : resultOf(kind, all, counts, texts);
  return toResource(QuestionResult, { key, kind, label, versions, result: result as QuestionResult['result'] });
}

function resultOf(
  kind: QuestionKind,
  all: readonly Question[],
  counts: readonly AnswerCount[],
  texts?: readonly string[],
): object {
  if (counts.length === 0) return NONE;
  const countOf = (value: string): number => counts.find((one) => one.value === value)?.count ?? 0;
  switch (kind) {
    case 'choice':
    case 'multi': {
      const labels = new Map<string, string>();
      for (const { value, label } of all.flatMap(({ options = [] }) => options)) {
        if (!labels.has(value)) labels.set(value, label);
      }
      const options = [...labels].map(([value, label]) => ({ value, label, count: countOf(value) }));
      return { measured: true, options };
    }
    case 'scale':
    case 'number': {
      const values = counts.map(({ value, count }) => ({ value: Number(value), count }));
      const ascending = values.sort((one, other) => one.value - other.value);
      const frequent = values.toSorted((one, other) => other.count - one.count).slice(0, MAX_VALUES);
      const shown = frequent.sort((one, other) => one.value - other.value);
      return { measured: true, ...figuresOf(ascending), counts: shown };
    }
    case 'consent':
      return { measured: true, given: countOf('true'), refused: countOf('false') };
    default: {
      const answered = counts.reduce((sum, { count }) => sum + count, 0);
      return { measured: true, answered, ...(texts && { texts }) };
    }
  }
}
