import type { DeliveryClient } from '@delivery-service/client';
import { answering } from '../../strings/answering.js';
import type { Meanwhile } from '../../ui/changed-meanwhile.js';
import { merged } from '../../ui/field-changes.js';
import type { Field } from '../../ui/fields.js';
import type { Question } from '../../ui/questions/question.js';
import { typedOf } from '../../ui/questions/typed.js';
import { ANSWERS, type Place } from './answer-requests.js';
import { answersIn, type Answered } from './answer-sheet.js';

/** Reads the answers again, puts what was typed over what is there by now, and says which answers both have changed. */
export async function rereadAnswers(
  client: DeliveryClient,
  path: Place,
  questions: readonly Question[],
  { typed, response }: Answered,
) {
  const { data: opened } = await client.get(ANSWERS, { path });
  const before = typedOf(questions, answersIn(response));
  const now = typedOf(questions, answersIn(opened.response));
  const { both, together } = merged(typed, before, now);
  const fields = Object.fromEntries(questions.map((question) => [question.key, fieldOf(question)]));
  const meanwhile: Meanwhile | null = both.length === 0 ? null : { fields, names: both, now, typed };
  return { opened, typed: together, meanwhile };
}

/** The question as a field, whose values are shown in words. */
function fieldOf({ kind, label, options = [] }: Question): Field {
  if (kind === 'choice') return { kind: 'choice', label, options };
  if (kind === 'multi') return { kind: 'choices', label, options };
  const agreement = [
    { value: 'true', label: answering.agreed },
    { value: 'false', label: answering.disagreed },
  ];
  return kind === 'consent' ? { kind: 'choice', label, options: agreement } : { kind: 'text', label };
}
