import type { Schemas } from '@delivery-service/client';
import { dayIn } from '../../dates.js';
import { answering as t } from '../../strings/answering.js';
import { decimal } from '../../strings/words.js';
import { FileLink } from '../media.js';
import { answerTo, questionsOf, visibleQuestions, type Answer, type Answers, type Question } from './question.js';
import './questions.css';

interface AnsweredProps {
  content: Schemas['FormContent'];
  response: Pick<Schemas['FormResponse'], 'answers' | 'media' | 'redactedAt'>;
}

/** Answers as they were given, to be read: the questions that were shown, each with its answer. */
export function Answered({ content, response: { answers, media, redactedAt } }: AnsweredProps) {
  const given = answers as Answers;
  const asked = visibleQuestions(questionsOf(content), given).filter(({ kind }) => kind !== 'info');
  return (
    <dl className="answers">
      {asked.map((question) => {
        const answer = answerTo(given, question.key) as Answer | null | undefined;
        return (
          <div key={question.key}>
            <dt>{question.label}</dt>
            <dd className={answer === undefined || answer === null ? 'dimmed' : 'text'}>
              {answer === undefined || answer === null ? (
                answer === null && redactedAt !== null ? (
                  t.redacted
                ) : (
                  t.noAnswer
                )
              ) : (
                <Given question={question} answer={answer} media={media} />
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function Given(props: { question: Question; answer: Answer; media: readonly Schemas['AnswerMedia'][] }) {
  const { question, answer, media } = props;
  const { kind, options = [], unit } = question;
  const nameOf = (value: Answer) => options.find((option) => option.value === value)?.label ?? String(value);
  switch (kind) {
    case 'choice':
      return nameOf(answer);
    case 'multi':
      return (Array.isArray(answer) ? (answer as string[]) : []).map(nameOf).join(', ');
    case 'number':
      return [decimal(Number(answer)), unit ?? ''].join(' ').trim();
    case 'date':
      return dayIn('UTC', String(answer));
    case 'consent':
      return answer === true ? t.agreed : t.disagreed;
    case 'file': {
      const file = media.find(({ mediaId }) => mediaId === answer);
      return file ? <FileLink {...file} /> : t.redacted;
    }
    default:
      return String(answer);
  }
}
