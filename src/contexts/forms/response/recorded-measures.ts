import { isDeepStrictEqual } from 'node:util';
import { recordAnswers, voidRecorded } from '#contexts/outcomes/outcomes.public.js';
import type { UnitOfWork } from '#kernel/work';
import type { FormVersionEntity } from '../form/form.entity.js';
import { answerTo, type Answers } from '../form/question.js';
import type { FormResponseEntity } from './form-response.entity.js';
import type { AnsweringEnrollment } from './form-response.repository.js';

const CHANGED_ANSWER = 'The answer that recorded it was changed.';

interface Measuring {
  enrollment: AnsweringEnrollment;
  version: FormVersionEntity;
  response: FormResponseEntity | null;
}

/** Records the answers with a measure; an entry of an answer that has changed is voided. Returns the entries by key. */
export async function recordMeasures(
  uow: UnitOfWork,
  { enrollment, response, version }: Measuring,
  answers: Answers,
): Promise<Record<string, string>> {
  const former = response?.status === 'submitted' ? response : null;
  const measured = version.content.questions.filter(({ measure }) => measure !== null);
  const isKept = (key: string): boolean =>
    former !== null &&
    Object.hasOwn(former.outcomeEntries, key) &&
    isDeepStrictEqual(answerTo(former.answers, key), answerTo(answers, key));
  const kept = Object.entries(former?.outcomeEntries ?? {}).filter(([key]) => isKept(key));
  const gone = Object.entries(former?.outcomeEntries ?? {}).filter(([key]) => !isKept(key));
  await voidRecorded(
    uow,
    gone.map(([, id]) => id),
    CHANGED_ANSWER,
  );
  const fresh = measured.filter(({ key }) => typeof answerTo(answers, key) === 'number' && !isKept(key));
  const entries = fresh.flatMap(({ key, measure }) =>
    measure === null ? [] : [{ ...measure, value: answers[key] as number }],
  );
  const ids = await recordAnswers(uow, enrollment, entries);
  const recorded = fresh.flatMap(({ key }, index) => (ids[index] === null ? [] : [[key, ids[index]] as const]));
  return Object.fromEntries([...kept, ...recorded]);
}
