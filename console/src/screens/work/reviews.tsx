import { useList } from '../../api/reads.js';
import { strings } from '../../strings.js';
import { PageLink } from '../../ui/link.js';
import { List } from '../../ui/list.js';
import { OutsideLink } from '../../ui/outside-link.js';
import { Section } from '../../ui/screen.js';
import { Instant, Status } from '../../ui/value.js';
import { ReviewAction } from '../person/deliverables.js';

const t = strings.work;

/** The submissions that the caller may review. */
export function Reviews() {
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
            cell: ({ deliverableTitle, criteria, note, url, mediaId }) => (
              <>
                <strong>{deliverableTitle}</strong>
                {criteria !== null && <div className="text dimmed">{criteria}</div>}
                <div>{url === null ? `${strings.person.task.file} ${mediaId ?? ''}` : <OutsideLink url={url} />}</div>
                {note !== null && <div className="text">{note}</div>}
              </>
            ),
          },
          {
            header: t.person,
            cell: ({ enrollmentId }) => <PageLink to={`/enrollments/${enrollmentId}?part=tasks`}>{t.open}</PageLink>,
          },
          { header: t.handedIn, cell: ({ submittedAt }) => <Instant iso={submittedAt} /> },
          {
            header: t.due,
            cell: ({ reviewDueAt, overdue }) => (
              <>
                <Instant iso={reviewDueAt} /> {overdue && <Status value="overdue" />}
              </>
            ),
          },
          {
            header: strings.person.review.action,
            cell: ({ id, deliverableTitle }) => <ReviewAction submissionId={id} about={deliverableTitle} />,
          },
        ]}
      />
    </Section>
  );
}
