import { Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useList } from '../api/reads.js';
import { dayIn, instantOf, wallClock } from '../dates.js';
import { strings } from '../strings/common.js';
import { SlotSelect } from './slot-select.js';

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
export function SlotInput({ bookingTypeId, enrollmentId, zone, onChange, error, ...input }: SlotInputProps) {
  const [now] = useState(() => new Date().toISOString());
  const [day, setDay] = useState(() => wallClock(zone, now).slice(0, 10));
  const chosen = instantOf(zone, `${day}T00:00`) ?? now;
  const from = chosen > now ? chosen : now;
  const to = new Date(Date.parse(from) + DAYS * DAY_MS).toISOString();
  const path = { bookingTypeId };
  const list = useList('/booking-types/{bookingTypeId}/slots', { path, query: { enrollmentId, from, to, limit: 100 } });
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
      <SlotSelect
        {...input}
        zone={zone}
        slots={list.items}
        isPending={list.isPending}
        error={error ?? failure}
        onChange={onChange}
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
