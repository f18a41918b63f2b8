import type { Schemas } from '@delivery-service/client';
import { useState } from 'react';
import { useRead } from '../../api/reads.js';
import { forms as t } from '../../strings/forms.js';
import { PageLink } from '../../ui/link.js';
import { questionsOf } from '../../ui/questions/question.js';
import { Questions } from '../../ui/questions/questions.js';
import { typedOf } from '../../ui/questions/typed.js';
import { PendingScreen, Screen } from '../../ui/screen.js';
import { Empty } from '../../ui/states.js';

/** The draft of a form as whoever answers it sees it. */
export default function FormPreview({ formId }: { formId: string }) {
  const query = useRead('/forms/{formId}', { path: { formId } });
  if (!query.data) return <PendingScreen title={t.preview} query={query} />;
  const { name, draft } = query.data;
  return (
    <Screen
      title={draft.title}
      about={t.asAnswered}
      trail={[
        <PageLink key="form" to={`/forms/${formId}`}>
          {name}
        </PageLink>,
      ]}
    >
      <TriedOut content={draft} />
    </Screen>
  );
}

/** A form that is filled in, and not sent. */
export function TriedOut({ content }: { content: Schemas['FormContent'] }) {
  const [typed, setTyped] = useState(() => typedOf(questionsOf(content), {}));
  if (content.questions.length === 0) return <Empty>{t.noQuestionsYet}</Empty>;
  return (
    <Questions
      content={content}
      typed={typed}
      isPreview
      onChange={(key, value) => setTyped({ ...typed, [key]: value })}
    />
  );
}
