import type { Schemas } from '@delivery-service/client';
import { Group } from '@mantine/core';
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

/** Changing and closing an intervention, while it is planned. */
export function InterventionActions({ intervention, zone }: { intervention: Planned; zone: string }) {
  if (intervention.status !== 'planned') return null;
  const path = { interventionId: intervention.id };
  const owner = { value: intervention.ownerUserId, label: intervention.ownerName ?? intervention.ownerUserId };
  return (
    <Group gap="xs">
      <WriteAction
        label={t.close}
        about={intervention.title}
        fields={{
          status: { kind: 'choice', label: t.status, options: optionsOf(['completed', 'cancelled']) },
          outcome: { kind: 'longText', label: t.outcome, maxLength: 2000 },
        }}
        send={(client, body, once) => client.post('/interventions/{interventionId}/close', { path, body, ...once })}
        done={t.closed}
      />
      <EditAction
        label={t.update}
        fields={{
          title: { kind: 'text', label: t.title, maxLength: 200, initial: intervention.title },
          dueAt: { kind: 'instant', label: t.dueAt, zone, initial: intervention.dueAt },
          expectedOutcome: {
            kind: 'longText',
            label: t.expectedOutcome,
            maxLength: 2000,
            initial: intervention.expectedOutcome,
          },
          ownerUserId: { kind: 'member', by: 'accountId', label: t.owner, initial: owner },
        }}
        send={(client, body, once) => client.patch('/interventions/{interventionId}', { path, body, ...once })}
        done={t.updated}
      />
    </Group>
  );
}
