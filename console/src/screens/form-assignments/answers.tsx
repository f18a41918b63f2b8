import type { Schemas } from '@delivery-service/client';
import type { ReactNode } from 'react';
import { dayIn } from '../../dates.js';
import { formResponses as t } from '../../strings/form-assignments.js';
import { formResults } from '../../strings/form-results.js';
import { decimal } from '../../strings/words.js';
import { MediaView } from '../../ui/media.js';
import './answers.css';

type Question = Schemas['FormQuestion'];
type Response = Schemas['FormResponse'];

interface AnswersProps {
  questions: readonly Question[];
  response: Pick<Response, 'answers' | 'ignored' | 'media'>;
}

/** The questions of a version with the answers of a response, in words. */
export function Answers({ questions, response }: AnswersProps) {
  return (
    <dl className="answers">
      {questions
        .filter(({ kind }) => kind !== 'info')
        .map((question) => (
          <div key={question.key}>
            <dt>{question.label}</dt>
            {question.kind === 'consent' && <dd className="text dimmed">{question.statement}</dd>}
            <Answer question={question} response={response} />
          </div>
        ))}
    </dl>
  );
}

function Answer({
  question,
  response: { answers, ignored, media },
}: { question: Question } & Omit<AnswersProps, 'questions'>) {
  const { key } = question;
  // A key may have the name of a property of every object.
  const answer = Object.hasOwn(answers, key) ? answers[key] : undefined;
  if (ignored.includes(key)) return <dd className="dimmed">{t.ignored}</dd>;
  if (answer === undefined) return <dd className="dimmed">{t.noAnswer}</dd>;
  // A redaction leaves null in the place of an answer.
  if (answer === null) return <dd className="dimmed">{t.redacted}</dd>;
  return <dd>{question.kind === 'file' ? <File media={media} mediaId={answer} /> : shown(question, answer)}</dd>;
}

/** An answer as it is read; a label in the place of the value of an option. */
function shown(question: Question, answer: unknown): ReactNode {
  switch (question.kind) {
    case 'choice':
      return labelOf(question, answer);
    case 'multi':
      return (
        <ul>
          {[answer].flat().map((value) => (
            <li key={String(value)}>{labelOf(question, value)}</li>
          ))}
        </ul>
      );
    case 'scale': {
      const { min, max } = question;
      const value = decimal(Number(answer));
      return min === null || max === null ? value : t.outOf(value, min, max);
    }
    case 'number':
      return formResults.withUnit(decimal(Number(answer)), question.unit ?? null);
    case 'date':
      return dayIn('UTC', String(answer));
    case 'consent':
      return answer === true ? t.agreed : t.refused;
    default:
      return <div className="text">{String(answer)}</div>;
  }
}

function labelOf({ options }: { options: readonly Schemas['QuestionOption'][] }, value: unknown): string {
  return options.find((option) => option.value === value)?.label ?? String(value);
}

/** A file that is no longer there is not among the media of the response. */
function File({ media, mediaId }: { media: Response['media']; mediaId: unknown }) {
  const file = media.find((one) => one.mediaId === mediaId);
  if (!file) return t.noAnswer;
  const { title, mimeType, url } = file;
  const [type] = mimeType.split('/');
  const kind = type === 'image' || type === 'video' ? type : 'file';
  return <MediaView kind={kind} title={title} mimeType={mimeType} url={url} />;
}
