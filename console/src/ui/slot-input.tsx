import { Button, Stack } from '@mantine/core';
import { useList } from '../api/reads.js';
import { dayIn } from '../dates.js';
import { strings } from '../strings/common.js';
import { FirstDayInput, SlotSelect, useFirstDay, type SlotField } from './slot-select.js';

const t = strings.slots;
/** The service looks no further at once. */
const DAYS = 31;

/** What can be booked, for whom, on which clock it is shown. */
export interface Bookable {
  bookingTypeId: string;
  enrollmentId: string;
  zone: string;
}

/** One of the slots that the service offers now, from a day on. */
export function SlotInput({ bookingTypeId, enrollmentId, zone, error, ...input }: Bookable & SlotField) {
  const first = useFirstDay(zone, DAYS);
  const { from, to } = first;
  const path = { bookingTypeId };
  const list = useList('/booking-types/{bookingTypeId}/slots', { path, query: { enrollmentId, from, to, limit: 100 } });
  const isEmpty = !list.isPending && list.items.length === 0;
  const failure = list.error ? strings.errors.failed : undefined;
  return (
    <Stack gap="xs">
      <FirstDayInput first={first} disabled={input.disabled} onChange={input.onChange} />
      <SlotSelect {...input} zone={zone} slots={list.items} isPending={list.isPending} error={error ?? failure} />
      {isEmpty && !failure && <div role="status">{t.none(DAYS, dayIn(zone, from))}</div>}
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
