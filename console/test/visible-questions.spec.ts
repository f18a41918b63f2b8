import { expect, test } from '@playwright/test';
import {
  visibleQuestions as asTheService,
  type Question as OfService,
} from '../../src/contexts/forms/form/question.js';
import { visibleQuestions, type Question } from '../src/ui/questions/question.js';

const KINDS = ['choice', 'scale', 'consent', 'text'] as const;
const ROUNDS = 500;

/** Numbers that look random and are the same each time: a linear congruential generator. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test('the questions that a page shows are those that the service asks', () => {
  const below = numbers(20_261_127);
  const valueOf = (kind: (typeof KINDS)[number]) =>
    ({ choice: `v${below(3)}`, scale: below(5), consent: below(2) === 1, text: 'words' })[kind];
  for (let round = 0; round < ROUNDS; round += 1) {
    const questions: { key: string; kind: (typeof KINDS)[number]; visibleIf: object | null }[] = [];
    const answers: Record<string, string | number | boolean> = {};
    for (let place = 0; place < 6; place += 1) {
      const testOf = () => {
        const { key, kind } = questions[below(questions.length)] ?? { key: '', kind: 'text' };
        if (kind === 'text' || below(3) === 0) return { question: key, answered: below(2) === 1 };
        if (kind !== 'scale') return { question: key, in: [valueOf(kind)] };
        return below(2) === 0 ? { question: key, from: below(5) } : { question: key, from: below(3), to: 2 + below(3) };
      };
      const conditions = [
        null,
        () => testOf(),
        () => ({ all: [testOf(), testOf()] }),
        () => ({ any: [testOf(), testOf()] }),
      ];
      const condition = place === 0 ? null : conditions[below(conditions.length)];
      const kind = KINDS[below(KINDS.length)] ?? 'text';
      const key = `q${place}`;
      questions.push({ key, kind, visibleIf: condition?.() ?? null });
      if (below(3) > 0) answers[key] = valueOf(kind);
    }
    const shown = visibleQuestions(questions as unknown as Question[], answers);
    const asked = asTheService(questions as unknown as OfService[], answers);
    expect(
      shown.map(({ key }) => key),
      JSON.stringify({ questions, answers }),
    ).toEqual(asked.map(({ key }) => key));
  }
});
