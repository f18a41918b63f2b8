import type { Schemas } from '@delivery-service/client';
import { Group, Text } from '@mantine/core';
import { strings } from '../../strings/common.js';
import { intervention } from '../../strings/intervention.js';
import { work as t } from '../../strings/work.js';
import { optionsOf } from '../../ui/intervention-fields.js';
import { OutcomeList } from '../../ui/outcome-list.js';
import { EachAction } from '../../ui/write-action.js';

/** Closes the interventions selected, with one outcome for all of them. */
export function CloseSeveral({ chosen }: { chosen: readonly Schemas['InterventionInHand'][] }) {
  const items = chosen.map(({ id, title, memberName }) => ({
    id,
    name: t.ofPerson(title, memberName),
    path: { interventionId: id },
  }));
  return (
    <Group gap="xs" className="selection" role="group" aria-label={t.closeSelected}>
      <Text size="sm">{strings.list.selected(chosen.length)}</Text>
      <EachAction
        label={t.closeSelected}
        about={
          <ul className="outcomes">
            {items.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </ul>
        }
        disabled={chosen.length === 0}
        fields={{
          status: { kind: 'choice', label: intervention.status, options: optionsOf(['completed', 'cancelled']) },
          outcome: { kind: 'longText', label: intervention.outcome },
        }}
        to="POST /interventions/{interventionId}/close"
        items={items}
        done={({ done }) => strings.write.outcomes(done, 0)}
        outcome={(outcomes) => (outcomes.skipped.length === 0 ? null : <OutcomeList outcomes={outcomes} />)}
      />
    </Group>
  );
}
