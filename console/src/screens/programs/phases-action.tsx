import type { Schemas } from '@delivery-service/client';
import { programs as t } from '../../strings/programs.js';
import type { Field } from '../../ui/fields.js';
import { WriteAction } from '../../ui/write-action.js';

type Phase = Schemas['CohortPhase'];

/** Changes the phases of a cohort. Those that are kept keep their ids, so also who is in them. */
export function PhasesAction({ cohort }: { cohort: Schemas['Cohort'] }) {
  const phases = [...cohort.phases].sort((one, other) => one.position - other.position);
  return (
    <WriteAction
      label={t.cohort.editPhases}
      about={t.cohort.editPhasesAbout}
      fields={fieldsOf(phases)}
      send={(client, values, once) =>
        client.patch('/cohorts/{cohortId}', {
          path: { cohortId: cohort.id },
          body: { phases: requested(phases, values) },
          ...once,
        })
      }
      done={t.cohort.phasesEdited}
    />
  );
}

const nameField = ({ id }: Phase) => `name ${id}`;
const placeField = ({ id }: Phase) => `place ${id}`;

function fieldsOf(phases: Phase[]): Record<string, Field> {
  const fields: Record<string, Field> = {};
  for (const [at, phase] of phases.entries()) {
    const label = t.cohort.phaseName(at + 1);
    fields[nameField(phase)] = { kind: 'text', label, maxLength: 100, initial: phase.name, isOptional: true };
    fields[placeField(phase)] = { kind: 'number', label: t.cohort.phasePlace(phase.name), min: 1, initial: at + 1 };
  }
  fields['added'] = { kind: 'list', label: t.cohort.phasesAdded, hint: t.cohort.phasesAddedHint };
  return fields;
}

/** The phases that keep a name, in their places, then those that are added. */
function requested(phases: Phase[], values: Record<string, unknown>): Schemas['PhaseRequest'][] {
  const kept = phases
    .filter((phase) => typeof values[nameField(phase)] === 'string')
    .map((phase) => {
      const place = Number(values[placeField(phase)]);
      // A phase that moves takes the place that it names from the one that is there.
      const moved = Math.sign(place - phases.indexOf(phase) - 1) / 2;
      return { id: phase.id, name: String(values[nameField(phase)]), place: place + moved };
    })
    .sort((one, other) => one.place - other.place)
    .map(({ id, name }) => ({ id, name }));
  const added = (values['added'] as string[]).map((name) => ({ name }));
  return [...kept, ...added].map((phase, at) => ({ ...phase, position: at + 1 }));
}
