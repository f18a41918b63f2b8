import type { Schemas } from '@delivery-service/client';
import { Text } from '@mantine/core';
import { accessOf } from '../../api/access.js';
import { useList } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { person } from '../../strings/person.js';
import { Paged } from '../../ui/list.js';
import { Status } from '../../ui/value.js';
import { WriteAction } from '../../ui/write-action.js';
import { CreateDeliverable } from './create-deliverable.js';
import { Submissions } from './submissions.js';

const t = person.task;

interface DeliverablesProps {
  memberTaskId: string;
  zone: string;
  /** Whether the task can still get one. */
  mayCreate: boolean;
}

/** What is to be handed in for a task, and what was. */
export function Deliverables({ memberTaskId, zone, mayCreate }: DeliverablesProps) {
  const { isAdministrator } = accessOf(useSession().me);
  const list = useList('/member-tasks/{memberTaskId}/deliverables', { path: { memberTaskId }, query: { limit: 20 } });
  const none = (
    <>
      {t.noDeliverable} {mayCreate && isAdministrator && <CreateDeliverable memberTaskId={memberTaskId} />}
    </>
  );
  return (
    <Paged list={list} empty={none}>
      {(deliverables) =>
        deliverables.map((deliverable) => (
          <div key={deliverable.id} className="card deliverable">
            <strong>{deliverable.title}</strong> <Status value={deliverable.status} />
            <Text size="sm">{t.expectedReviewer(deliverable.expectedReviewerRole)}</Text>
            {deliverable.expectations !== null && <div className="text">{deliverable.expectations}</div>}
            {deliverable.criteria !== null && <div className="text dimmed">{deliverable.criteria}</div>}
            <Submissions
              deliverableId={deliverable.id}
              zone={zone}
              empty={t.noSubmission}
              actionOf={({ id, status }) => status === 'pending' && <ReviewAction submissionId={id} />}
            />
          </div>
        ))
      }
    </Paged>
  );
}

export const VERDICTS: { value: Schemas['Review']['verdict']; label: string }[] = [
  { value: 'accepted', label: person.review.accepted },
  { value: 'changes_requested', label: person.review.changesRequested },
];

/** Reviews a submission: once, by whoever the deliverable expects. */
export function ReviewAction({ submissionId, about }: { submissionId: string; about?: string }) {
  const labels = person.review;
  return (
    <WriteAction
      label={labels.action}
      about={about}
      fields={{
        verdict: { kind: 'choice', label: labels.verdict, options: VERDICTS, startsEmpty: true },
        comment: { kind: 'longText', label: labels.comment, isOptional: true },
      }}
      to="POST /submissions/{submissionId}/reviews"
      path={{ submissionId }}
      done={labels.done}
    />
  );
}
