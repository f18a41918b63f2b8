import type { Schemas } from '@delivery-service/client';
import { intervention as t } from '../strings/intervention.js';
import { word } from '../strings/words.js';
import type { Field } from './fields.js';
import type { Option } from './option.js';

const REASONS = ['late', 'at_risk', 'blocker', 'absence', 'no_intervention', 'other'] as const;
const CHANNELS = ['call', 'message', 'email', 'live', 'other'] as const;

/** The options of a choice among values of the API. */
export function optionsOf<const Value extends string>(values: readonly Value[]): { value: Value; label: string }[] {
  return values.map((value) => ({ value, label: word(value) }));
}

/** Whoever is signed in, for a field of a member. */
export function selfOption({ member }: Schemas['Me'], by: 'id' | 'accountId'): Option {
  return { value: member[by], label: member.name };
}

/** The fields of planning an intervention, for one person or many. */
export function planFields(zone: string, reason: Schemas['Intervention']['reason'], owner: Option) {
  return {
    reason: { kind: 'choice', label: t.reason, options: optionsOf(REASONS), initial: reason },
    title: { kind: 'text', label: t.title },
    channel: { kind: 'choice', label: t.channel, options: optionsOf(CHANNELS) },
    dueAt: { kind: 'instant', label: t.dueAt, zone },
    expectedOutcome: { kind: 'longText', label: t.expectedOutcome },
    ownerUserId: { kind: 'member', by: 'accountId', label: t.owner, initial: owner },
  } as const satisfies Record<string, Field>;
}
