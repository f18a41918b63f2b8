import type { Schemas } from '@delivery-service/client';
import { Button, Stack } from '@mantine/core';
import { useList } from '../api/reads.js';
import { dayIn } from '../dates.js';
import { strings } from '../strings/common.js';
import { sinceNow } from '../strings/words.js';
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
      {!list.isPending && !failure && (
        <div role="status">
          <OfHost external={list.data?.pages[0]?.external} isEmpty={isEmpty} none={t.none(DAYS, dayIn(zone, from))} />
        </div>
      )}
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

interface OfHostProps {
  external: Schemas['SlotPage']['external'] | undefined;
  isEmpty: boolean;
  none: string;
}

/** What is known of calendars that the host has elsewhere, and so of the times that are offered. */
function OfHost({ external, isEmpty, none }: OfHostProps) {
  if (external === undefined) return null;
  if (external.measured || external.reason === 'not_connected') {
    const says = external.measured ? t.known(sinceNow(external.asOf)) : t.unknown.not_connected;
    return (
      <>
        {isEmpty && <div>{none}</div>}
        <div className="dimmed">{says}</div>
      </>
    );
  }
  return (
    <>
      {isEmpty && <div>{none}</div>}
      {`${t.unknown[external.reason]} ${isEmpty ? t.withheld : t.risky}`}
    </>
  );
}
