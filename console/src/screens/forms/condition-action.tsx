import type { Schemas } from '@delivery-service/client';
import { forms as t } from '../../strings/forms.js';
import { questionsOf } from '../../ui/questions/question.js';
import { EditAction } from '../../ui/write-action.js';
import { conditionFields, conditionOf } from './condition-fields.js';
import { withQuestion } from './draft.js';

interface ConditionProps {
  formId: string;
  questionKey: string;
  label: string;
}

/** Says when a question is shown, by the answers to earlier ones. */
export function EditCondition({ formId, questionKey, label }: ConditionProps) {
  const placeOf = (draft: Schemas['FormContent']) => {
    const questions = questionsOf(draft);
    const at = questions.findIndex(({ key }) => key === questionKey);
    return { earlier: questions.slice(0, Math.max(0, at)), question: draft.questions[at] };
  };
  return (
    <EditAction
      label={t.condition}
      name={t.conditionOf(label)}
      about={
        <>
          <strong>{label}</strong>
          <p>{t.conditionHint}</p>
        </>
      }
      isWhole
      fields={({ draft }) => {
        const { earlier, question } = placeOf(draft);
        return conditionFields(earlier, question?.visibleIf);
      }}
      to="PATCH /forms/{formId}"
      path={{ formId }}
      which={questionKey}
      body={(values, { revision, draft }) => {
        const { earlier, question } = placeOf(draft);
        const visibleIf = conditionOf(values, earlier);
        return { revision, ...(question && { content: withQuestion(draft, questionKey, { ...question, visibleIf }) }) };
      }}
      done={t.conditionSaved}
    />
  );
}
