import type { Schemas } from '@delivery-service/client';
import { useSession } from '../../api/session.js';
import { formAssignments as t } from '../../strings/form-assignments.js';
import { EditAction, WriteAction } from '../../ui/write-action.js';
import { versionOptions } from './assign-form.js';
import { mayAssign } from './assigners.js';

interface ActionsProps {
  assignment: Schemas['FormAssignment'];
  form: Schemas['Form'];
  zone: string;
}

/** What can be done with an assignment. One that time has closed can be opened again by a later end, unless it is anonymous. */
export function AssignmentActions({ assignment, form, zone }: ActionsProps) {
  const { id, cohortId, status, closesAt, anonymous } = assignment;
  const { me } = useSession();
  if (!mayAssign(me, form.programId, cohortId)) return null;
  if (status === 'closed' && (anonymous || !isPast(closesAt))) return null;
  const path = { formAssignmentId: id };
  return (
    <>
      <EditAction
        label={t.change}
        about={t.changeAbout}
        to="PATCH /form-assignments/{formAssignmentId}"
        path={path}
        fields={(current) => ({
          opensAt: {
            kind: 'instant',
            label: t.opensAt,
            hint: t.opensHint,
            zone,
            initial: current.opensAt,
            isNullable: true,
          },
          closesAt: {
            kind: 'instant',
            label: t.closesAt,
            hint: t.closesHint,
            zone,
            isAhead: true,
            initial: current.closesAt,
            isNullable: true,
          },
          ...(!anonymous && {
            editHours: { kind: 'number', label: t.editHours, hint: t.editHoursHint, initial: current.editHours },
          }),
          formVersionId: {
            kind: 'choice',
            label: t.version,
            options: versionOptions(form),
            initial: current.formVersionId,
          },
        })}
        done={t.changed}
      />
      {status === 'open' && (
        <WriteAction
          label={t.close}
          about={t.closeAbout}
          to="POST /form-assignments/{formAssignmentId}/close"
          path={path}
          done={t.closed}
          isDanger
        />
      )}
    </>
  );
}

function isPast(iso: string | null): boolean {
  return iso !== null && Date.parse(iso) <= Date.now();
}
