import type { Schemas } from '@delivery-service/client';
import { directsProgram } from '../../api/access.js';
import { useList } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { strings } from '../../strings/common.js';
import { outcomeMeasures as t } from '../../strings/outcomes.js';
import { decimal } from '../../strings/words.js';
import { optionsOf } from '../../ui/intervention-fields.js';
import { List, type Column } from '../../ui/list.js';
import { Section } from '../../ui/screen.js';
import { Status } from '../../ui/value.js';
import { EditAction, WriteAction } from '../../ui/write-action.js';

type Measure = Schemas['OutcomeMeasure'];

const DIRECTIONS: Measure['direction'][] = ['increase', 'decrease', 'none'];
const STATUSES: Measure['status'][] = ['active', 'archived'];

/** What people of a program are measured by. */
export function OutcomeMeasures({ programId }: { programId: string }) {
  const list = useList('/outcome-measures', { query: { programId, limit: 50 } });
  const mayChange = directsProgram(useSession().me, programId);
  const columns: Column<Measure>[] = [
    { header: t.name, cell: ({ name }) => name },
    { header: t.unit, cell: ({ unit }) => unit ?? strings.common.none },
    { header: t.direction, cell: ({ direction }) => t.directions[direction] },
    { header: t.range, cell: ({ min, max }) => t.between(min, max, decimal) },
    { header: strings.common.status, cell: ({ status }) => <Status value={status} /> },
  ];
  if (mayChange) columns.push({ header: strings.common.actions, cell: (measure) => <Change measure={measure} /> });
  return (
    <Section title={t.title} actions={mayChange && <Create programId={programId} />}>
      <List label={t.title} list={list} idOf={({ id }) => id} empty={t.empty} columns={columns} />
    </Section>
  );
}

function Create({ programId }: { programId: string }) {
  return (
    <WriteAction
      label={t.create}
      about={t.createAbout}
      fields={{
        name: { kind: 'text', label: t.name },
        key: { kind: 'text', label: t.key, hint: t.keyHint },
        unit: { kind: 'text', label: t.unit, isOptional: true },
        direction: { kind: 'choice', label: t.direction, options: optionsOf(DIRECTIONS) },
        min: { kind: 'number', label: t.min, isOptional: true },
        max: { kind: 'number', label: t.max, isOptional: true },
        decimals: { kind: 'number', label: t.decimals, initial: 0 },
        selfReport: { kind: 'check', label: t.selfReport },
      }}
      to="POST /programs/{programId}/outcome-measures"
      path={{ programId }}
      done={t.created}
    />
  );
}

function Change({ measure }: { measure: Measure }) {
  return (
    <EditAction
      label={strings.common.edit}
      about={measure.name}
      fields={({ name, unit, selfReport, status }) => ({
        name: { kind: 'text', label: t.name, initial: name },
        unit: { kind: 'text', label: t.unit, initial: unit, isNullable: true },
        selfReport: { kind: 'check', label: t.selfReport, initial: selfReport },
        status: { kind: 'choice', label: strings.common.status, options: optionsOf(STATUSES), initial: status },
      })}
      to="PATCH /outcome-measures/{outcomeMeasureId}"
      path={{ outcomeMeasureId: measure.id }}
      done={t.changed}
    />
  );
}
