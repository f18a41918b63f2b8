import { useLocation } from 'wouter';
import { viewerZone } from '../../dates.js';
import { programs as t } from '../../strings/programs.js';
import type { Field } from '../../ui/fields.js';
import { WriteAction } from '../../ui/write-action.js';
import { ZONES } from '../../ui/zones.js';

/** The fields of a cohort, for a new one or one that there is. */
export function cohortFields(
  initial: {
    name?: string;
    timezone?: string;
    startDate?: string | null;
    endDate?: string | null;
    capacity?: number | null;
  } = {},
) {
  return {
    name: { kind: 'text', label: t.name, initial: initial.name },
    timezone: { kind: 'choice', label: t.timezone, options: ZONES, initial: initial.timezone ?? viewerZone },
    startDate: { kind: 'day', label: t.startDate, initial: initial.startDate, isNullable: true },
    endDate: { kind: 'day', label: t.endDate, initial: initial.endDate, isNullable: true },
    capacity: {
      kind: 'number',
      label: t.capacity,
      hint: t.capacityHint,
      initial: initial.capacity,
      isNullable: true,
    },
  } as const satisfies Record<string, Field>;
}

/** Creates a cohort, as a draft. */
export function CreateCohort({ programId }: { programId: string }) {
  const [, navigate] = useLocation();
  return (
    <WriteAction
      label={t.createCohort}
      fields={{ ...cohortFields(), phases: { kind: 'list', label: t.phases, hint: t.phasesHint } }}
      to="POST /programs/{programId}/cohorts"
      path={{ programId }}
      body={({ phases, ...body }) => ({ ...body, phases: phases.map((name, at) => ({ name, position: at + 1 })) })}
      done={t.cohortCreated}
      onDone={({ id }) => navigate(`/programs/cohorts/${id}`)}
    />
  );
}
