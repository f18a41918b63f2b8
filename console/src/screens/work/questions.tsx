import { Group } from '@mantine/core';
import { useList } from '../../api/reads.js';
import { strings } from '../../strings.js';
import { PageLink } from '../../ui/link.js';
import { List } from '../../ui/list.js';
import { Section } from '../../ui/screen.js';
import { Instant } from '../../ui/value.js';
import { WriteAction } from '../../ui/write-action.js';

const t = strings.work;

/** What enrolled members asked and nobody has answered yet, oldest first. */
export function Questions() {
  const list = useList('/video-questions', { query: { status: 'open', limit: 50 } });
  return (
    <Section title={t.questions}>
      <List
        label={t.questions}
        list={list}
        idOf={({ id }) => id}
        empty={t.questionsEmpty}
        columns={[
          { header: t.question, cell: ({ body }) => <div className="text">{body}</div> },
          {
            header: t.person,
            cell: ({ enrollmentId, memberName }) => (
              <PageLink to={`/enrollments/${enrollmentId}`}>{memberName}</PageLink>
            ),
          },
          { header: t.asked, cell: ({ askedAt }) => <Instant iso={askedAt} /> },
          { header: t.answer, cell: ({ id, body }) => <QuestionActions videoQuestionId={id} body={body} /> },
        ]}
      />
    </Section>
  );
}

function QuestionActions({ videoQuestionId, body: question }: { videoQuestionId: string; body: string }) {
  const path = { videoQuestionId };
  return (
    <Group gap="xs">
      <WriteAction
        label={t.answer}
        about={question}
        fields={{ text: { kind: 'longText', label: t.answerText, maxLength: 10_000 } }}
        send={(client, body, once) => client.post('/video-questions/{videoQuestionId}/answer', { path, body, ...once })}
        done={t.answered}
      />
      <WriteAction
        label={t.decline}
        about={question}
        fields={{ reason: { kind: 'longText', label: t.reason, maxLength: 500 } }}
        send={(client, body, once) =>
          client.post('/video-questions/{videoQuestionId}/decline', { path, body, ...once })
        }
        done={t.declined}
        isDanger
      />
    </Group>
  );
}
