import type { Schemas } from '@delivery-service/client';
import { programs as t } from '../../strings/programs.js';
import type { Field } from '../../ui/fields.js';
import { EditAction } from '../../ui/write-action.js';

type Phase = Schemas['CohortPhase'];

/** Changes the phases of a cohort. Those that are kept keep their ids, so also who is in them. */
export function PhasesAction({ cohort }: { cohort: Schemas['Cohort'] }) {
  return (
    <EditAction
      label={t.cohort.editPhases}
      about={t.cohort.editPhasesAbout}
      fields={(current) => fieldsOf(inOrder(current))}
      to="PATCH /cohorts/{cohortId}"
      path={{ cohortId: cohort.id }}
      body={(changes, current) => ({ phases: changed(inOrder(current), changes) })}
      done={t.cohort.phasesEdited}
    />
  );
}

function inOrder({ phases }: Schemas['Cohort']): Phase[] {
  return [...phases].sort((one, other) => one.position - other.position);
}

const nameField = ({ id }: Phase) => `name ${id}`;
const placeField = ({ id }: Phase) => `place ${id}`;

function fieldsOf(phases: Phase[]): Record<string, Field> {
  const fields: Record<string, Field> = {};
  for (const [at, phase] of phases.entries()) {
    const label = t.cohort.phaseName(at + 1);
    fields[nameField(phase)] = { kind: 'text', at: 'phases.name', label, initial: phase.name, isNullable: true };
    fields[placeField(phase)] = {
      kind: 'number',
      at: 'phases.position',
      label: t.cohort.phasePlace(phase.name),
      initial: at + 1,
    };
  }
  fields['added'] = { kind: 'list', label: t.cohort.phasesAdded, hint: t.cohort.phasesAddedHint };
  return fields;
}

/** By field; null where a name was removed. */
type Changes = Record<string, unknown>;

/** The phases that keep a name, in their places, then those that are added. */
function changed(phases: Phase[], changes: Changes): Schemas['PhaseRequest'][] {
  const kept = phases
    .filter((phase) => changes[nameField(phase)] !== null)
    .map((phase) => {
      const { id } = phase;
      const { [nameField(phase)]: name = phase.name } = changes as Record<string, string>;
      const own = phases.indexOf(phase) + 1;
      const place = Number(changes[placeField(phase)] ?? own);
      // A phase that moves takes the place that it names from the one that is there.
      return { id, name, place: place + Math.sign(place - own) / 2 };
    })
    .sort((one, other) => one.place - other.place)
    .map(({ id, name }) => ({ id, name }));
  const added = ((changes['added'] ?? []) as string[]).map((name) => ({ name }));
  return [...kept, ...added].map((phase, at) => ({ ...phase, position: at + 1 }));
}
