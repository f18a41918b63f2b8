import type { Schemas } from '@delivery-service/client';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useList } from '../../api/reads.js';
import { forms as t } from '../../strings/forms.js';
import type { Question } from '../../ui/questions/question.js';
import { Section } from '../../ui/screen.js';
import { Empty } from '../../ui/states.js';
import { EditAction } from '../../ui/write-action.js';
import { inOrderOf, movedTo } from './draft.js';
import { AddQuestion } from './question-actions.js';
import { QuestionRow } from './question-row.js';

interface ListProps {
  form: Schemas['Form'];
  questions: readonly Question[];
  isAuthor: boolean;
}

/** The questions of a draft. Their order is changed by drag or by buttons, and saved as a whole. */
export function QuestionList({ form, questions, isAuthor }: ListProps) {
  const { programId } = form;
  const query = { programId: programId ?? '', status: 'active' as const, limit: 100 };
  const measures = useList('/outcome-measures', { query }, { enabled: programId !== null && isAuthor }).items;
  const [order, setOrder] = useState(() => questions.map(({ key }) => key));
  const [dragged, setDragged] = useState<number | null>(null);
  // Another read may have other questions: an order that was not saved is then begun anew.
  const [read, setRead] = useState(questions);
  if (read !== questions) {
    setRead(questions);
    setOrder(questions.map(({ key }) => key));
  }
  const shown = inOrderOf(questions, order);
  const isChanged = shown.some((question, at) => question !== questions[at]);
  const move = (from: number, to: number) =>
    setOrder(
      movedTo(
        shown.map(({ key }) => key),
        from,
        to,
      ),
    );
  return (
    <Section
      title={t.questions}
      hint={t.questionsHint}
      actions={isAuthor && <AddQuestion formId={form.id} measures={measures} />}
    >
      {isChanged && (
        <Group gap="xs" className="selection" role="group" aria-label={t.orderChanged}>
          <Text size="sm">{t.orderChanged}</Text>
          <EditAction
            label={t.saveOrder}
            submit={t.saveOrder}
            isWhole
            to="PATCH /forms/{formId}"
            path={{ formId: form.id }}
            body={(_, { revision, draft }) => ({
              revision,
              content: { ...draft, questions: inOrderOf(draft.questions, order) },
            })}
            done={t.orderSaved}
          />
          <Button size="xs" variant="subtle" onClick={() => setOrder(questions.map(({ key }) => key))}>
            {t.undoOrder}
          </Button>
        </Group>
      )}
      {shown.length === 0 && <Empty>{t.empty_questions}</Empty>}
      <ol className="plain-list form-questions">
        {shown.map((question, at) => (
          <QuestionRow
            key={`${question.key} ${String(at)}`}
            {...{ form, question, at, measures, isAuthor, move, dragged, setDragged }}
            questions={shown}
            issues={form.issues.filter(({ field }) =>
              field.startsWith(`questions.${String(questions.indexOf(question))}.`),
            )}
          />
        ))}
      </ol>
    </Section>
  );
}
