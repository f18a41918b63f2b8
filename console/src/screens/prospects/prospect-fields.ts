import type { Schemas } from '@delivery-service/client';
import { accessOf } from '../../api/access.js';
import { useSession } from '../../api/session.js';
import { prospects as t } from '../../strings/prospects.js';
import { useChoosable } from '../../ui/choosable.js';
import type { Field } from '../../ui/fields.js';
import type { Option } from '../../ui/option.js';
import { useAllOffers } from './offers.js';

export const REASONS = Object.entries(t.reasons).map(([value, label]) => ({
  value: value as Schemas['CloseProspectRequest']['reason'],
  label,
}));

export function prospectFields(prospect?: Schemas['Prospect']) {
  return {
    name: { kind: 'text', label: t.name, initial: prospect?.name },
    phone: { kind: 'text', label: t.phone, initial: prospect?.phone, isNullable: true },
    source: { kind: 'text', label: t.source, initial: prospect?.source, isNullable: true },
  } as const satisfies Record<string, Field>;
}

/** Who can be given a prospect: by turn, nobody, or a closer by name. */
export function useAssignees(): Option[] {
  const { isAdministrator } = accessOf(useSession().me);
  const { data = [] } = useChoosable({ of: 'closers' }, { enabled: isAdministrator });
  return [{ value: 'turn', label: t.turn }, { value: 'none', label: t.none }, ...data];
}

/**
 * The programs that a prospect can be interested in, for a closer, who reads none: those that they sell, each by its offers.
 * Undefined for whoever reads programs.
 */
export function useOwnPrograms(): { options: Option[]; isOptional: boolean } | undefined {
  const { me } = useSession();
  const { readsPrograms } = accessOf(me);
  const held = me.responsibilities.filter(({ role }) => role === 'closer');
  const own = held.flatMap(({ programId }) => programId ?? []);
  const { data: offers = [] } = useAllOffers({ enabled: own.length > 0 && !readsPrograms });
  if (readsPrograms) return undefined;
  const namesOf = (id: string) => offers.flatMap(({ programId, name }) => (programId === id ? [name] : []));
  const options = own.map((id) => ({ value: id, label: t.programOf(namesOf(id).join(', ') || id) }));
  return { options, isOptional: held.some(({ scope }) => scope === 'organization') };
}
