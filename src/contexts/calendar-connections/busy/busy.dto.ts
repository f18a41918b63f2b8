import { EXTERNAL_UNKNOWN } from '#contexts/bookings/bookings.public.js';
import type { FieldIssue } from '#kernel/errors';
import { type CrossChecked, Instant, Measured, NestedList, OneOf, Unmeasured } from '#kernel/fields';

const MOST_DAYS = 62;
/** Changes of the clocks within the period make it up to two hours longer. */
const MOST_MS = (MOST_DAYS * 24 + 2) * 3_600_000;
const END = '2030-02-01T00:00:00.000Z';

export class BusyQuery implements CrossChecked {
  @Instant({ description: 'From this instant on' }) from: Date;
  @Instant({ description: `Until this instant, at most ${MOST_DAYS} days after from`, example: END }) to: Date;

  crossIssues(): FieldIssue[] {
    if (this.to <= this.from) return [{ field: 'to', issue: 'must be after from' }];
    const isLong = this.to.getTime() - this.from.getTime() > MOST_MS;
    return isLong ? [{ field: 'to', issue: `must be at most ${MOST_DAYS} days after from` }] : [];
  }
}

class BusyPeriod {
  @Instant({ description: 'Start, UTC' }) startsAt: string;
  @Instant({ description: 'End, UTC', example: END }) endsAt: string;
}

export class BusyTimes extends Measured {
  @NestedList(() => BusyPeriod, { description: 'Soonest first, merged and cut to the period' }) items: BusyPeriod[];
  @Instant({ description: 'The oldest reading of a selected calendar, UTC' }) asOf: string;
}

export class BusyNotKnown extends Unmeasured {
  @OneOf([...EXTERNAL_UNKNOWN, 'beyond_horizon'], {
    description: 'Why it is not known. beyond_horizon: calendars are read from 7 days ago to 190 days ahead',
  })
  reason: string;
}
