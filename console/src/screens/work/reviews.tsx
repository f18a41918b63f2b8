import { accessOf } from '../../api/access.js';
import { useList } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { person } from '../../strings/person.js';
import { work as t } from '../../strings/work.js';
import { List } from '../../ui/list.js';
import { Section } from '../../ui/screen.js';
import { Instant, Status } from '../../ui/value.js';
import { ReviewAction } from '../person/deliverables.js';
import { HandedIn } from '../person/media-link.js';
import { Person, When } from './place.js';

/** The submissions that the caller may review. */
export function Reviews() {
  const { isStaff } = accessOf(useSession().me);
  const list = useList('/reviews', { query: { status: 'pending', limit: 50 } });
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
            cell: ({ deliverableTitle, criteria, note, url, media }) => (
              <>
                <strong>{deliverableTitle}</strong>
                {criteria !== null && <div className="text dimmed">{criteria}</div>}
                <div>
                  <HandedIn url={url} media={media} />
                </div>
                {note !== null && <div className="text">{note}</div>}
              </>
            ),
          },
          {
            header: t.person,
            cell: ({ enrollmentId }) =>
              isStaff ? (
                <Person enrollmentId={enrollmentId} part="tasks" />
              ) : (
                <span className="dimmed">{t.hidden}</span>
              ),
          },
          {
            header: t.handedIn,
            cell: ({ enrollmentId, submittedAt }) =>
              isStaff ? <When enrollmentId={enrollmentId} iso={submittedAt} /> : <Instant iso={submittedAt} />,
          },
          {
            header: t.due,
            cell: ({ enrollmentId, reviewDueAt, overdue }) =>
              isStaff ? (
                <When enrollmentId={enrollmentId} iso={reviewDueAt} isOverdue={overdue} />
              ) : (
                <>
                  <Instant iso={reviewDueAt} /> {overdue && <Status value="overdue" />}
                </>
              ),
          },
          {
            header: person.review.action,
            cell: ({ id, deliverableTitle }) => <ReviewAction submissionId={id} about={deliverableTitle} />,
          },
        ]}
      />
    </Section>
  );
}
