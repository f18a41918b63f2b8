import type { Schemas } from '@delivery-service/client';
import { Text } from '@mantine/core';
import { answering as t } from '../../strings/answering.js';
import { Markdown } from '../markdown.js';
import { questionsOf } from './question.js';
import { QuestionInput } from './question-input.js';
import { shownQuestions, type Typed } from './typed.js';
import './questions.css';

interface QuestionsProps {
  content: Schemas['FormContent'];
  typed: Typed;
  /** What is wrong with answers, by the keys of their questions. */
  faults?: Readonly<Record<string, string>>;
  /** The files of answers that were sent. */
  media?: readonly Schemas['AnswerMedia'][];
  isDisabled?: boolean;
  /** Nothing is sent. */
  isPreview?: boolean;
  onChange: (key: string, value: Typed[string]) => void;
}

/** A form as it is answered: its introduction, and the questions that are shown for what was answered so far. */
export function Questions(props: QuestionsProps) {
  const { content, typed, faults = {}, media = [], isDisabled = false, isPreview = false, onChange } = props;
  const shown = shownQuestions(questionsOf(content), typed);
  return (
    <div className="questions">
      {content.intro && <Markdown text={content.intro} />}
      {shown.some(({ required }) => required) && (
        <Text size="sm" c="dimmed">
          {t.requiredHint}
        </Text>
      )}
      {shown.map((question) => (
        <div key={question.key} className="question" id={questionId(question.key)}>
          <QuestionInput
            question={question}
            value={typed[question.key] ?? ''}
            error={faults[question.key]}
            media={media}
            isDisabled={isDisabled}
            isPreview={isPreview}
            onChange={(value) => onChange(question.key, value)}
          />
        </div>
      ))}
    </div>
  );
}

/** The id of the element of a question. */
export function questionId(key: string): string {
  return `question-${key}`;
}
