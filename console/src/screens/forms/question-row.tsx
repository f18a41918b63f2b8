import type { Schemas } from '@delivery-service/client';
import { Badge, Group, Text } from '@mantine/core';
import type { DragEvent } from 'react';
import { forms as t } from '../../strings/forms.js';
import { issueSentence } from '../../strings/words.js';
import { MoveButtons } from '../../ui/move-buttons.js';
import type { Question } from '../../ui/questions/question.js';
import { EditCondition } from './condition-action.js';
import { conditionWords } from './condition-words.js';
import { DeleteQuestion, DuplicateQuestion, EditQuestion } from './question-actions.js';

interface RowProps {
  form: Schemas['Form'];
  question: Question;
  questions: readonly Question[];
  at: number;
  issues: readonly Schemas['FormIssue'][];
  measures: readonly Schemas['OutcomeMeasure'][];
  isAuthor: boolean;
  move: (from: number, to: number) => void;
  dragged: number | null;
  setDragged: (at: number | null) => void;
}

/** A question of a draft: when it is shown, what is wrong with it, and what can be done with it. */
export function QuestionRow(props: RowProps) {
  const { form, question, questions, at, issues, measures, isAuthor, move, dragged, setDragged } = props;
  const { key, kind, label, required, visibleIf, measure, options = [] } = question;
  const drag = {
    draggable: true,
    onDragStart: () => setDragged(at),
    onDragEnd: () => setDragged(null),
    onDragOver: (event: DragEvent) => {
      if (dragged !== null) event.preventDefault();
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      if (dragged !== null) move(dragged, at);
      setDragged(null);
    },
  };
  const isLast = at === questions.length - 1;
  const outcome = measure ? measures.find(({ id }) => id === measure.outcomeMeasureId)?.name : undefined;
  return (
    <li className="form-question" aria-label={label} {...(isAuthor && drag)}>
      <div className="form-question-text">
        <div>
          <strong>{label}</strong> <span className="dimmed">{t.kinds[kind]}</span>{' '}
          {required === true && (
            <Badge variant="light" color="gray" className="status">
              {t.isRequired}
            </Badge>
          )}
        </div>
        {options.length > 0 && (
          <Text size="sm" c="dimmed">
            {options.map((option) => option.label).join(' · ')}
          </Text>
        )}
        {visibleIf && <Text size="sm">{conditionWords(visibleIf, questions)}</Text>}
        {measure && (
          <Text size="sm">{[t.measured, outcome, t.measureKinds[measure.kind]].filter(Boolean).join(' · ')}</Text>
        )}
        {issues.map(({ field, issue }) => (
          <Text key={field + issue} size="sm" c="red" className="form-issue">
            {issueSentence(issue)}
          </Text>
        ))}
      </div>
      {isAuthor && (
        <Group gap="xs">
          <MoveButtons
            title={label}
            onUp={at === 0 ? undefined : () => move(at, at - 1)}
            onDown={isLast ? undefined : () => move(at, at + 1)}
          />
          <EditQuestion formId={form.id} question={question} measures={measures} />
          {at > 0 && <EditCondition formId={form.id} questionKey={key} label={label} />}
          <DuplicateQuestion formId={form.id} question={question} />
          <DeleteQuestion formId={form.id} question={question} />
        </Group>
      )}
    </li>
  );
}
