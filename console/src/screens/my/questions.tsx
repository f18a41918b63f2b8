import type { Schemas } from '@delivery-service/client';
import { useOwnEnrollments } from '../../api/own-enrollments.js';
import { useList } from '../../api/reads.js';
import { my as t } from '../../strings/my.js';
import { PageLink } from '../../ui/link.js';
import { Paged } from '../../ui/list.js';
import { Section } from '../../ui/screen.js';
import { Instant, Status } from '../../ui/value.js';
import { WriteAction } from '../../ui/write-action.js';

interface AskProps {
  /** What the question is about. */
  video?: { id: string; programId: string; title: string };
}

/** Asks the coaches of an active enrollment: of the program of the video, if it is about one. */
export function AskQuestion({ video }: AskProps) {
  const { data } = useOwnEnrollments();
  const active = (data?.items ?? []).filter(
    ({ status, program }) => status === 'active' && (!video || program.id === video.programId),
  );
  if (active.length === 0) return null;
  const options = active.map(({ id, program, cohort }) => ({ value: id, label: `${program.name}, ${cohort.name}` }));
  return (
    <WriteAction
      label={t.ask}
      about={video?.title}
      which={video?.id ?? ''}
      fields={{
        enrollmentId: { kind: 'choice', label: t.about, options },
        body: { kind: 'longText', label: t.question },
      }}
      to="POST /me/video-questions"
      body={(values) => ({ ...values, ...(video && { videoResourceId: video.id }) })}
      done={t.asked}
    />
  );
}

/** What somebody asked, with the answers. */
export function MyQuestions() {
  const list = useList('/me/video-questions', { query: { limit: 20 } });
  return (
    <Section title={t.questions}>
      <Paged list={list} empty={t.noQuestions}>
        {(questions) => questions.map((question) => <Question key={question.id} question={question} />)}
      </Paged>
    </Section>
  );
}

function Question({ question }: { question: Schemas['MyVideoQuestion'] }) {
  const { id, body, status, askedAt, answerText, answerVideoResourceId, answeredAt, declineReason } = question;
  return (
    <article className="card" aria-label={body}>
      <div className="text">{body}</div>
      <div className="dimmed">
        {t.askedAt} <Instant iso={askedAt} /> <Status value={status} />
      </div>
      {(answerText ?? declineReason) !== null && (
        <blockquote className="note">
          {answerText ?? declineReason}
          {answeredAt !== null && (
            <footer>
              <Instant iso={answeredAt} />
            </footer>
          )}
        </blockquote>
      )}
      {answerVideoResourceId !== null && <PageLink to={`/my-videos/${answerVideoResourceId}`}>{t.answer}</PageLink>}
      {status === 'open' && (
        <WriteAction
          label={t.withdraw}
          name={t.withdrawOf(body)}
          about={body}
          to="POST /me/video-questions/{videoQuestionId}/withdraw"
          path={{ videoQuestionId: id }}
          done={t.withdrawn}
          isDanger
        />
      )}
    </article>
  );
}
