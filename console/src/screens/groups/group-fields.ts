import type { Schemas } from '@delivery-service/client';
import { viewerZone } from '../../dates.js';
import { groups as t } from '../../strings/groups.js';
import type { Field } from '../../ui/fields.js';

type Group = Schemas['Group'];

export const TYPES = (['level', 'specialty', 'accountability'] as const).map((value) => ({
  value,
  label: t.types[value],
}));

/** When a group meets, and how many may join. */
export const limitFields = (group?: Pick<Group, 'startsAt' | 'endsAt' | 'capacity'>) => ({
  startsAt: {
    kind: 'instant',
    label: t.startsAt,
    zone: viewerZone,
    initial: group?.startsAt ?? null,
    isNullable: true,
  } as const satisfies Field,
  endsAt: {
    kind: 'instant',
    label: t.endsAt,
    zone: viewerZone,
    initial: group?.endsAt ?? null,
    isNullable: true,
  } as const satisfies Field,
  capacity: {
    kind: 'number',
    label: t.capacity,
    hint: t.capacityHint,
    initial: group?.capacity ?? null,
    isNullable: true,
  } as const satisfies Field,
});
