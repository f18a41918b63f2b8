import type { Schemas } from '@delivery-service/client';
import type { ReactNode } from 'react';
import { useList } from '../../api/reads.js';
import { viewerZone } from '../../dates.js';
import { person } from '../../strings/person.js';
import { Paged } from '../../ui/list.js';
import { Instant, Status } from '../../ui/value.js';
import { HandedIn } from './media-link.js';

interface SubmissionsProps {
  deliverableId: string;
  /** One that is shown elsewhere. */
  exceptId?: string;
  zone?: string;
  empty: string;
  /** What can be done with each. */
  actionOf?: (submission: Schemas['Submission']) => ReactNode;
}

/** What was handed in for a deliverable, round by round, with what was said of it. */
export function Submissions({ deliverableId, exceptId, zone = viewerZone, empty, actionOf }: SubmissionsProps) {
  const list = useList('/deliverables/{deliverableId}/submissions', { path: { deliverableId }, query: { limit: 20 } });
  return (
    <Paged list={{ ...list, items: list.items.filter(({ id }) => id !== exceptId) }} empty={empty}>
      {(submissions) =>
        submissions.map((submission) => (
          <div key={submission.id} className="submission">
            {person.task.handedIn} <Instant iso={submission.submittedAt} zone={zone} />{' '}
            <Status value={submission.status} />
            <div>
              <HandedIn url={submission.url} media={submission.media} />
            </div>
            {submission.note !== null && <div className="text">{submission.note}</div>}
            {submission.review && submission.review.comment !== null && (
              <blockquote className="note">{submission.review.comment}</blockquote>
            )}
            {actionOf?.(submission)}
          </div>
        ))
      }
    </Paged>
  );
}
