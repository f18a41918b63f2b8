import { bookSalesCall, closeSalesCall, moveSalesCall } from '#contexts/selling/call/sales-call.operations.js';
import { caller } from '../support/builders/sales-call.js';
import { sample, type Sample } from '../conformance/sample.js';
import { wholeHour } from '../bookings/bookings.samples.js';

export const salesCallSamples: Sample[] = [
  sample(bookSalesCall, async (school) => ({
    params: [await school.prospect({ closer_member_id: await caller(school) })],
    body: { startsAt: wholeHour(school, 30), durationMinutes: 30, timezone: 'Europe/Paris' },
  })),
  sample(moveSalesCall, async (school) => ({
    params: [await school.salesCall()],
    body: { startsAt: wholeHour(school, 50) },
  })),
  sample(closeSalesCall, async (school) => ({
    params: [await school.salesCall({ starts_at: wholeHour(school, -30) })],
    body: { status: 'held', outcome: 'follow_up', summary: 'Wants to start in May' },
  })),
];
