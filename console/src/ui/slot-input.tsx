import { Button, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useList } from '../api/reads.js';
import { dayIn, differs, instantOf, timeIn, viewerZone, wallClock, weekdayIn } from '../dates.js';
import { strings } from '../strings/common.js';

const t = strings.slots;
const DAY_MS = 86_400_000;
/** The service looks no further at once. */
const DAYS = 31;

/** What can be booked, for whom, on which clock it is shown. */
export interface Bookable {
  bookingTypeId: string;
  enrollmentId: string;
  zone: string;
}

interface Option {
  value: string;
  label: string;
}

interface SlotInputProps extends Bookable {
  label: string;
  description: string | undefined;
  error: string | undefined;
  disabled: boolean;
  required: boolean;
  value: string;
  onChange: (value: string) => void;
}

/** One of the slots that the service offers now, from a day on. */
export function SlotInput({ bookingTypeId, enrollmentId, zone, value, onChange, error, ...input }: SlotInputProps) {
  const [now] = useState(() => new Date().toISOString());
  const [day, setDay] = useState(() => wallClock(zone, now).slice(0, 10));
  const chosen = instantOf(zone, `${day}T00:00`) ?? now;
  const from = chosen > now ? chosen : now;
  const to = new Date(Date.parse(from) + DAYS * DAY_MS).toISOString();
  const path = { bookingTypeId };
  const list = useList('/booking-types/{bookingTypeId}/slots', { path, query: { enrollmentId, from, to, limit: 100 } });
  const groups: { group: string; items: Option[] }[] = [];
  for (const { startsAt } of list.items) {
    const group = weekdayIn(zone, startsAt);
    if (groups.at(-1)?.group !== group) groups.push({ group, items: [] });
    groups.at(-1)?.items.push({ value: startsAt, label: labelOf(zone, startsAt) });
  }
  const isEmpty = !list.isPending && list.items.length === 0;
  const failure = list.error ? strings.errors.failed : undefined;
  return (
    <Stack gap="xs">
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
      <NativeSelect
        {...input}
        value={value}
        error={error ?? failure}
        data={[{ value: '', label: list.isPending ? strings.common.loading : t.choose }, ...groups]}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {isEmpty && !failure && <div role="status">{t.none(dayIn(zone, from))}</div>}
      {list.hasNextPage && (
        <Button
          size="xs"
          variant="default"
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage({ cancelRefetch: false })}
        >
          {t.later}
        </Button>
      )}
    </Stack>
  );
}

function labelOf(zone: string, iso: string): string {
  const time = timeIn(zone, iso);
  return differs(zone, viewerZone, iso) ? `${time} ${strings.dates.yours(timeIn(viewerZone, iso))}` : time;
}
