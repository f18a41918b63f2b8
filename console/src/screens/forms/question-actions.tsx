import type { Schemas } from '@delivery-service/client';
import { strings } from '../../strings/common.js';
import { forms as t } from '../../strings/forms.js';
import type { Question } from '../../ui/questions/question.js';
import { EditAction } from '../../ui/write-action.js';
import { newKey, withQuestion } from './draft.js';
import { questionFields, questionOf } from './question-fields.js';

type Draft = Schemas['FormContent'];

interface OfForm {
  formId: string;
}

interface OfQuestion extends OfForm {
  question: Question;
}

interface Measured {
  measures: readonly Schemas['OutcomeMeasure'][];
}

const keysOf = ({ questions }: Draft) => questions.map(({ key }) => key);

/** Adds a question at the end of the draft. */
export function AddQuestion({ formId, measures }: OfForm & Measured) {
  return (
    <EditAction
      label={t.add}
      submit={t.add}
      isWhole
      fields={() => questionFields({}, measures)}
      to="PATCH /forms/{formId}"
      path={{ formId }}
      body={(values, { revision, draft }) => {
        const question = questionOf(values, {}, keysOf(draft));
        return { revision, content: { ...draft, questions: [...draft.questions, question] } };
      }}
      done={t.added_question}
      button={{ variant: 'filled' }}
    />
  );
}

/** Changes a question; its condition stays. */
export function EditQuestion({ formId, question, measures }: OfQuestion & Measured) {
  const { key, label } = question;
  const currentOf = ({ questions }: Draft): Question => questions.find((one) => one.key === key) ?? question;
  return (
    <EditAction
      label={t.editQuestion}
      short={strings.common.edit}
      name={t.editOf(label)}
      isWhole
      fields={({ draft }) => questionFields(currentOf(draft), measures)}
      to="PATCH /forms/{formId}"
      path={{ formId }}
      which={key}
      body={(values, { revision, draft }) => {
        const others = keysOf(draft).filter((other) => other !== key);
        return { revision, content: withQuestion(draft, key, questionOf(values, currentOf(draft), others)) };
      }}
      done={t.questionEdited}
    />
  );
}

/** Puts a copy of a question behind it, under a key of its own. */
export function DuplicateQuestion({ formId, question }: OfQuestion) {
  const { key, label } = question;
  return (
    <EditAction
      label={t.duplicate}
      submit={t.duplicate}
      name={t.duplicateOf(label)}
      about={label}
      isWhole
      to="PATCH /forms/{formId}"
      path={{ formId }}
      which={key}
      body={(_, { revision, draft }) => {
        const questions = draft.questions.flatMap((one) =>
          one.key === key ? [one, { ...one, key: newKey(key, keysOf(draft)) }] : [one],
        );
        return { revision, content: { ...draft, questions } };
      }}
      done={t.duplicated}
    />
  );
}

/** Takes a question out of the draft. */
export function DeleteQuestion({ formId, question }: OfQuestion) {
  const { key, label } = question;
  return (
    <EditAction
      label={t.removeQuestion}
      submit={t.remove}
      short={t.remove}
      name={t.removeOf(label)}
      about={
        <>
          <strong>{label}</strong>
          <p>{t.removeHint}</p>
        </>
      }
      isWhole
      isDanger
      to="PATCH /forms/{formId}"
      path={{ formId }}
      which={key}
      body={(_, { revision, draft }) => ({
        revision,
        content: { ...draft, questions: draft.questions.filter((one) => one.key !== key) },
      })}
      done={t.removed_question}
    />
  );
}
