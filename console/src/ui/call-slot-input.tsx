import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../api/reads.js';
import { dayIn, instantOf, viewerZone, wallClock } from '../dates.js';
import { strings } from '../strings/common.js';
import { plural } from '../strings/words.js';
import { callSlotOf, type Callable } from './call-slot.js';
import { SlotSelect } from './slot-select.js';

const t = strings.slots;
const DAY_MS = 86_400_000;
/** One begins every 15 minutes: those of more days are too many to choose from. */
const DAYS = 7;
const MINUTES = [15, 30, 45, 60, 90];
const USUAL = 30;

interface CallSlotInputProps extends Callable {
  label: string;
  description: string | undefined;
  error: string | undefined;
  disabled: boolean;
  required: boolean;
  value: string;
  onChange: (value: string) => void;
}

/** When the closer of a prospect is free for a call, from a day on. */
export function CallSlotInput({ prospectId, minutes, value, onChange, error, ...input }: CallSlotInputProps) {
  const [now] = useState(() => new Date().toISOString());
  const [day, setDay] = useState(() => wallClock(viewerZone, now).slice(0, 10));
  const [chosen, setChosen] = useState(USUAL);
  const durationMinutes = minutes ?? chosen;
  const start = instantOf(viewerZone, `${day}T00:00`) ?? now;
  const from = start > now ? start : now;
  const to = new Date(Date.parse(from) + DAYS * DAY_MS).toISOString();
  const slots = useRead('/sales-call-slots', { query: { prospectId, from, to, durationMinutes } });
  const failure = slots.error ? strings.errors.failed : undefined;
  return (
    <Stack gap="xs">
      {minutes === undefined && (
        <NativeSelect
          label={t.length}
          disabled={input.disabled}
          data={MINUTES.map((count) => ({ value: String(count), label: plural(count, 'minute', 'minutes') }))}
          value={String(chosen)}
          onChange={({ currentTarget }) => {
            setChosen(Number(currentTarget.value));
            onChange('');
          }}
        />
      )}
      <TextInput
        type="date"
        label={t.from}
        value={day}
        disabled={input.disabled}
        onChange={({ currentTarget }) => {
          setDay(currentTarget.value);
          onChange('');
        }}
      />
      <SlotSelect
        {...input}
        zone={viewerZone}
        slots={slots.data?.items ?? []}
        isPending={slots.isPending}
        value={callSlotOf(value).startsAt}
        error={error ?? failure}
        onChange={(startsAt) => onChange(startsAt && `${startsAt} ${durationMinutes}`)}
      />
      {slots.data?.items.length === 0 && <div role="status">{t.noneIn(DAYS, dayIn(viewerZone, from))}</div>}
    </Stack>
  );
}
