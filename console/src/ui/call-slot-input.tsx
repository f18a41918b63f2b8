import { NativeSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../api/reads.js';
import { dayIn, viewerZone } from '../dates.js';
import { strings } from '../strings/common.js';
import { plural } from '../strings/words.js';
import { callSlotOf, type Callable } from './call-slot.js';
import { FirstDayInput, SlotSelect, useFirstDay, type SlotField } from './slot-select.js';

const t = strings.slots;
/** One begins every 15 minutes: those of more days are too many to choose from. */
const DAYS = 7;
const MINUTES = [15, 30, 45, 60, 90];
const USUAL = 30;

/** When the closer of a prospect is free for a call, from a day on. */
export function CallSlotInput({ prospectId, minutes, value, onChange, error, ...input }: Callable & SlotField) {
  const first = useFirstDay(viewerZone, DAYS);
  const { from, to } = first;
  const [chosen, setChosen] = useState(USUAL);
  const durationMinutes = minutes ?? chosen;
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
      <FirstDayInput first={first} disabled={input.disabled} onChange={onChange} />
      <SlotSelect
        {...input}
        zone={viewerZone}
        slots={slots.data?.items ?? []}
        isPending={slots.isPending}
        value={callSlotOf(value).startsAt}
        error={error ?? failure}
        onChange={(startsAt) => onChange(startsAt && `${startsAt} ${durationMinutes}`)}
      />
      {slots.data?.items.length === 0 && <div role="status">{t.none(DAYS, dayIn(viewerZone, from))}</div>}
    </Stack>
  );
}
