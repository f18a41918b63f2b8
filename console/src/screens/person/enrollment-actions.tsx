import type { Schemas } from '@delivery-service/client';
import { accessOf } from '../../api/access.js';
import { useSession } from '../../api/session.js';
import { person } from '../../strings/person.js';
import { optionsOf } from '../../ui/intervention-fields.js';
import { WriteAction } from '../../ui/write-action.js';
import { TransferAction } from './transfer-action.js';

const t = person.enrollment;

const ACTIONS: Record<
  Schemas['Enrollment']['status'],
  readonly ('activate' | 'pause' | 'resume' | 'close' | 'transfer')[]
> = {
  pending: ['activate', 'transfer', 'close'],
  active: ['pause', 'transfer', 'close'],
  paused: ['resume', 'transfer', 'close'],
  completed: [],
  withdrawn: [],
  failed: [],
  transferred: [],
};

/** What can become of an enrollment in its status. */
export function EnrollmentActions({ briefing }: { briefing: Schemas['EnrollmentBriefing'] }) {
  const { me } = useSession();
  const { enrollment, cohort } = briefing;
  const path = { enrollmentId: enrollment.id };
  const possible = ACTIONS[enrollment.status];
  if (!accessOf(me).isDirector) return null;
  return (
    <>
      {possible.includes('activate') && (
        <WriteAction label={t.activate} to="POST /enrollments/{enrollmentId}/activate" path={path} done={t.activated} />
      )}
      {possible.includes('pause') && (
        <WriteAction
          label={t.pause}
          fields={{ reason: { kind: 'longText', label: t.reason } }}
          to="POST /enrollments/{enrollmentId}/pause"
          path={path}
          done={t.paused}
        />
      )}
      {possible.includes('resume') && (
        <WriteAction label={t.resume} to="POST /enrollments/{enrollmentId}/resume" path={path} done={t.resumed} />
      )}
      {possible.includes('transfer') && <TransferAction enrollmentId={enrollment.id} cohort={cohort} />}
      {possible.includes('close') && (
        <WriteAction
          label={t.close}
          about={t.closeAbout}
          fields={{
            result: {
              kind: 'choice',
              label: t.result,
              options: optionsOf(
                enrollment.status === 'pending' ? ['withdrawn'] : ['completed', 'withdrawn', 'failed'],
              ),
            },
            reason: { kind: 'longText', label: t.reason, isOptional: true },
          }}
          to="POST /enrollments/{enrollmentId}/close"
          path={path}
          done={t.closed}
          isDanger
        />
      )}
    </>
  );
}
