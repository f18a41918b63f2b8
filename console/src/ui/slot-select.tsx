import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { differs, instantOf, timeIn, viewerZone, wallClock, weekdayIn } from '../dates.js';
import { strings } from '../strings/common.js';
import type { Option } from './option.js';

const t = strings.slots;
const DAY_MS = 86_400_000;

/** What a field for a slot is given. */
export interface SlotField {
  label: string;
  description: string | undefined;
  error: string | undefined;
  disabled: boolean;
  required: boolean;
  value: string;
  onChange: (value: string) => void;
}

interface SlotSelectProps extends SlotField {
  zone: string;
  slots: readonly { startsAt: string }[];
  isPending: boolean;
}

/** The day from which slots are shown on the clock of a zone, today at first, and the instants between which they are read. */
export function useFirstDay(zone: string, days: number) {
  const [now] = useState(() => new Date().toISOString());
  const [day, setDay] = useState(() => wallClock(zone, now).slice(0, 10));
  const chosen = instantOf(zone, `${day}T00:00`) ?? now;
  const from = chosen > now ? chosen : now;
  return { day, setDay, from, to: new Date(Date.parse(from) + days * DAY_MS).toISOString() };
}

interface FirstDayProps {
  first: ReturnType<typeof useFirstDay>;
  disabled: boolean;
  /** What was chosen may not be among the slots of another day. */
  onChange: (nothing: '') => void;
}

export function FirstDayInput({ first: { day, setDay }, disabled, onChange }: FirstDayProps) {
  return (
    <TextInput
      type="date"
      label={t.from}
      value={day}
      disabled={disabled}
      onChange={({ currentTarget }) => {
        setDay(currentTarget.value);
        onChange('');
      }}
    />
  );
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
