import type { Schemas } from '@delivery-service/client';
import { Group } from '@mantine/core';
import { viewerZone } from '../dates.js';
import { intervention as t } from '../strings/intervention.js';
import { optionsOf } from './intervention-fields.js';
import { EditAction, WriteAction } from './write-action.js';

interface Planned {
  id: string;
  title: string;
  dueAt: string;
  expectedOutcome: string;
  ownerUserId: string;
  ownerName: string | null;
  status: Schemas['Intervention']['status'];
}

interface InterventionProps {
  intervention: Planned;
  /** Where the page is not about one person. */
  memberName?: string;
  /** Undefined until it was read: an instant cannot be entered before. */
  zone: string | undefined;
}

/** Changing and closing an intervention, while it is planned. */
export function InterventionActions({ intervention, memberName, zone }: InterventionProps) {
  if (intervention.status !== 'planned') return null;
  const path = { interventionId: intervention.id };
  const who = memberName === undefined ? intervention.title : `${intervention.title}, ${memberName}`;
  return (
    <Group gap="xs">
      <WriteAction
        label={t.close}
        short={t.closeShort}
        name={t.closeOf(who)}
        about={who}
        fields={{
          status: { kind: 'choice', label: t.status, options: optionsOf(['completed', 'cancelled']) },
          outcome: { kind: 'longText', label: t.outcome },
        }}
        to="POST /interventions/{interventionId}/close"
        path={path}
        done={t.closed}
      />
      <EditAction
        disabled={zone === undefined}
        label={t.update}
        short={t.updateShort}
        name={t.updateOf(who)}
        about={who}
        fields={({ title, dueAt, expectedOutcome, ownerUserId, ownerName }) => ({
          title: { kind: 'text', label: t.title, initial: title },
          dueAt: { kind: 'instant', label: t.dueAt, zone: zone ?? viewerZone, initial: dueAt },
          expectedOutcome: { kind: 'longText', label: t.expectedOutcome, initial: expectedOutcome },
          ownerUserId: {
            kind: 'member',
            by: 'accountId',
            label: t.owner,
            initial: { value: ownerUserId, label: ownerName ?? ownerUserId },
          },
        })}
        to="PATCH /interventions/{interventionId}"
        path={path}
        done={t.updated}
      />
    </Group>
  );
}
