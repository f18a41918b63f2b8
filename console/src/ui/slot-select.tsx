import { NativeSelect } from '@mantine/core';
import { differs, timeIn, viewerZone, weekdayIn } from '../dates.js';
import { strings } from '../strings/common.js';
import type { Option } from './option.js';

const t = strings.slots;

interface SlotSelectProps {
  zone: string;
  slots: readonly { startsAt: string }[];
  isPending: boolean;
  label: string;
  description: string | undefined;
  error: string | undefined;
  disabled: boolean;
  required: boolean;
  value: string;
  onChange: (value: string) => void;
}

/** The starts of slots by their days, on the clock of a zone. */
export function SlotSelect({ zone, slots, isPending, onChange, ...input }: SlotSelectProps) {
  const groups: { group: string; items: Option[] }[] = [];
  for (const { startsAt } of slots) {
    const group = weekdayIn(zone, startsAt);
    if (groups.at(-1)?.group !== group) groups.push({ group, items: [] });
    groups.at(-1)?.items.push({ value: startsAt, label: labelOf(zone, startsAt) });
  }
  return (
    <NativeSelect
      {...input}
      data={[{ value: '', label: isPending ? strings.common.loading : t.choose }, ...groups]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

function labelOf(zone: string, iso: string): string {
  const time = timeIn(zone, iso);
  return differs(zone, viewerZone, iso) ? `${time} ${strings.dates.yours(timeIn(viewerZone, iso))}` : time;
}
