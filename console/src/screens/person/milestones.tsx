import type { Schemas } from '@delivery-service/client';
import { useRead } from '../../api/reads.js';
import { person } from '../../strings/person.js';
import { WriteAction } from '../../ui/write-action.js';
import type { PartProps } from './part.js';

const t = person.progress;

type Milestone = Schemas['MilestoneProgress'];

/** Progress has no id of a reach, which the timeline has: it is found by title and instant. */
function useReachId(enrollmentId: string, { title, reachedAt }: Milestone): string | undefined {
  const path = { enrollmentId };
  const ofKind = (kind: 'milestone.reached' | 'milestone.reach_revoked') => ({ path, query: { kind, limit: 100 } });
  const reached = useRead('/enrollments/{enrollmentId}/timeline', ofKind('milestone.reached'));
  const revoked = useRead('/enrollments/{enrollmentId}/timeline', ofKind('milestone.reach_revoked'));
  if (!reached.data || !revoked.data) return undefined;
  const over = new Set(revoked.data.items.map(({ resourceId }) => resourceId));
  return reached.data.items.find(
    ({ resourceId, text, occurredAt }) => text === title && occurredAt === reachedAt && !over.has(resourceId),
  )?.resourceId;
}

/** Records that a milestone is reached, or takes that back. */
export function MilestoneAction({
  enrollmentId,
  zone,
  milestone,
}: Omit<PartProps, 'programId'> & { milestone: Milestone }) {
  if (milestone.status === 'reached') return <Revoke enrollmentId={enrollmentId} milestone={milestone} />;
  return (
    <WriteAction
      label={t.reach}
      about={milestone.title}
      which={milestone.milestoneId}
      fields={{
        reachedAt: { kind: 'instant', label: t.reachedAt, hint: t.reachedAtHint, zone, isOptional: true },
        note: { kind: 'longText', label: t.note, isOptional: true },
      }}
      to="POST /enrollments/{enrollmentId}/milestones"
      path={{ enrollmentId }}
      body={(body) => ({ milestoneId: milestone.milestoneId, ...body })}
      done={t.milestoneReached}
    />
  );
}

function Revoke({ enrollmentId, milestone }: { enrollmentId: string; milestone: Milestone }) {
  const milestoneReachId = useReachId(enrollmentId, milestone);
  if (milestoneReachId === undefined) return null;
  return (
    <WriteAction
      label={t.revoke}
      about={`${milestone.title}. ${t.revokeAbout}`}
      fields={{ reason: { kind: 'longText', label: t.reason } }}
      to="POST /milestone-reaches/{milestoneReachId}/revoke"
      path={{ milestoneReachId }}
      done={t.milestoneRevoked}
      isDanger
    />
  );
}
