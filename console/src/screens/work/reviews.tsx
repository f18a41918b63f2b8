import { accessOf } from '../../api/access.js';
import { useList } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { viewerZone } from '../../dates.js';
import { person } from '../../strings/person.js';
import { work as t } from '../../strings/work.js';
import { LinkButton } from '../../ui/link.js';
import { List } from '../../ui/list.js';
import { Section } from '../../ui/screen.js';
import { HandedIn } from '../person/media-link.js';
import { Due, Person } from './place.js';
import { Waiting } from './waiting.js';

/** The submissions that the caller may review, the longest wait first. */
export function useReviews() {
  return useList('/reviews', { query: { status: 'pending', oldestFirst: true, limit: 50 } });
}

export function Reviews() {
  const { isStaff } = accessOf(useSession().me);
  const list = useReviews();
  return (
    <Section title={t.reviews} hint={t.reviewsHint}>
      <List
        label={t.reviews}
        list={list}
        idOf={({ id }) => id}
        empty={t.reviewsEmpty}
        columns={[
          {
            header: t.submission,
            cell: ({ deliverableTitle, taskTitle, note, url, media }) => (
              <>
                <strong>{deliverableTitle}</strong>{' '}
                {taskTitle !== deliverableTitle && <span className="dimmed">{taskTitle}</span>}
                <div>
                  <HandedIn url={url} media={media} />
                </div>
                {note !== null && <div className="text">{note}</div>}
              </>
            ),
          },
          {
            header: t.person,
            cell: ({ enrollmentId, memberName, cohortName }) =>
              isStaff ? (
                <Person {...{ enrollmentId, memberName }} cohort={{ name: cohortName }} part="tasks" />
              ) : (
                <>
                  {memberName}
                  <div className="dimmed">{cohortName}</div>
                </>
              ),
          },
          { header: t.handedIn, cell: ({ submittedAt }) => <Waiting since={submittedAt} /> },
          {
            header: t.due,
            cell: ({ reviewDueAt, overdue }) => <Due zone={viewerZone} iso={reviewDueAt} isOverdue={overdue} />,
          },
          {
            header: person.review.action,
            cell: ({ id, deliverableTitle, memberName }) => (
              <LinkButton to={`/work/reviews/${id}`} aria-label={t.reviewOf(deliverableTitle, memberName)}>
                {person.review.action}
              </LinkButton>
            ),
          },
        ]}
      />
    </Section>
  );
}
