import type { Schemas } from '@delivery-service/client';
import { Group } from '@mantine/core';
import { accessOf } from '../../api/access.js';
import { useList } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { work as t } from '../../strings/work.js';
import { List, type Column } from '../../ui/list.js';
import { Section } from '../../ui/screen.js';
import { WriteAction } from '../../ui/write-action.js';
import { Person } from './place.js';
import { Waiting } from './waiting.js';

/** What enrolled members asked and nobody has answered yet, oldest first. */
export function Questions() {
  const { answersQuestions } = accessOf(useSession().me);
  const list = useList('/video-questions', { query: { status: 'open', limit: 50 } });
  return (
    <Section title={t.questions} hint={answersQuestions ? undefined : t.questionsNotYours}>
      <List
        label={t.questions}
        list={list}
        idOf={({ id }) => id}
        empty={t.questionsEmpty}
        columns={[
          { header: t.question, cell: ({ body }) => <div className="text">{body}</div> },
          {
            header: t.person,
            cell: ({ enrollmentId, memberName }) => <Person enrollmentId={enrollmentId} memberName={memberName} />,
          },
          { header: t.asked, cell: ({ askedAt }) => <Waiting since={askedAt} /> },
          ...(answersQuestions ? [ANSWER] : []),
        ]}
      />
    </Section>
  );
}

/** Offered to those whom the service lets answer. */
const ANSWER: Column<Schemas['VideoQuestion']> = {
  header: t.answer,
  cell: ({ id, body }) => <QuestionActions videoQuestionId={id} body={body} />,
};

function QuestionActions({ videoQuestionId, body: question }: { videoQuestionId: string; body: string }) {
  const path = { videoQuestionId };
  return (
    <Group gap="xs">
      <WriteAction
        label={t.answer}
        about={question}
        fields={{ text: { kind: 'longText', label: t.answerText } }}
        to="POST /video-questions/{videoQuestionId}/answer"
        path={path}
        done={t.answered}
      />
      <WriteAction
        label={t.decline}
        about={question}
        fields={{ reason: { kind: 'longText', label: t.reason } }}
        to="POST /video-questions/{videoQuestionId}/decline"
        path={path}
        done={t.declined}
        isDanger
      />
    </Group>
  );
}
