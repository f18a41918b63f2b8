import { DeliveryClient } from '@delivery-service/client';
import type { Locator, Page } from '@playwright/test';
import { api, choose, demo, expect, expectAccessible, expectToFit, open, serviceUrl, test } from './console.js';
import { newcomer, newPerson, unique } from './school.js';

const ALL_WEEK = [1, 2, 3, 4, 5, 6, 7];
const HOUR_MS = 3_600_000;
const ahead = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

/** A coach of somebody, who can be booked around the clock in a zone of half hours. */
async function newCoach() {
  const person = await newPerson();
  const coach = await newcomer('MEMBER', { role: 'coach', scope: 'cohort', cohortId: person.cohort.id });
  return { ...person, coach };
}

async function newBooking() {
  const made = await newCoach();
  const { coach, enrollmentId } = made;
  const weekly = ALL_WEEK.map((weekday) => ({ weekday, from: '00:00', to: '24:00' }));
  const path = { memberId: coach.member.id };
  await api.put('/members/{memberId}/availability', { path, body: { timezone: 'Asia/Kolkata', weekly } });
  const name = unique('Call');
  const body = { name, hostMemberId: coach.member.id, durationMinutes: 30, joinUrl: 'https://meet.example/room' };
  const { data: type } = await api.post('/booking-types', { body });
  const { data: slots } = await api.get('/booking-types/{bookingTypeId}/slots', {
    path: { bookingTypeId: type.id },
    query: { enrollmentId, from: ahead(24), to: ahead(72) },
  });
  const startsAt = String(slots.items[0]?.startsAt);
  const { data: booking } = await api.post('/booking-types/{bookingTypeId}/bookings', {
    path: { bookingTypeId: type.id },
    body: { enrollmentId, startsAt },
  });
  return { ...made, type, booking };
}

test('a coach sets their hours: those that overlap are named, several days get the same, a date has its own', async ({
  page,
}) => {
  const { coach } = await newCoach();
  await open(page, '/bookings', coach);
  await page.getByRole('link', { name: 'My availability' }).click();
  await expect(page.getByText('It was never set: no time can be booked.')).toBeVisible();
  const dialog = page.getByRole('dialog');

  await page.getByRole('button', { name: 'Change the time zone' }).click();
  await dialog.getByLabel('Time zone').selectOption('Europe/Paris');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Times are on the clock of Europe/Paris.')).toBeVisible();

  await page.getByRole('button', { name: 'Set weekly hours' }).click();
  await dialog.getByLabel('Monday').check();
  await dialog.getByLabel('Thursday').check();
  await dialog.getByRole('button', { name: 'Add hours' }).click();
  await expect(dialog.getByLabel('From, 1')).toBeFocused();
  await dialog.getByLabel('From, 1').fill('09:00');
  await dialog.getByLabel('To, 1').fill('12:00');
  await dialog.getByRole('button', { name: 'Add hours' }).click();
  await dialog.getByLabel('From, 2').fill('11:30');
  await dialog.getByLabel('To, 2').fill('00:00');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('09:00–12:00 and 11:30–24:00 overlap.');
  await expectAccessible(page);
  await expectToFit(page);
  await dialog.getByLabel('From, 2').fill('13:00');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const week = page.getByRole('table', { name: 'Every week' });
  for (const day of ['Monday', 'Thursday']) {
    await expect(week.getByRole('row', { name: day })).toContainText('09:00–12:00, 13:00–24:00');
  }
  await expect(week.getByRole('row', { name: 'Tuesday' })).toContainText('not available');

  await page.getByRole('button', { name: 'Edit Thursday' }).click();
  await expect(dialog.getByLabel('Thursday')).toBeChecked();
  await dialog.getByRole('button', { name: 'Remove hours 1' }).click();
  await expect(dialog.getByRole('button', { name: 'Add hours' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(week.getByRole('row', { name: 'Thursday' }).getByRole('cell').nth(1)).toHaveText('13:00–24:00');

  await page.getByRole('button', { name: 'Set a date' }).click();
  await dialog.getByLabel('Date').fill('2030-12-24');
  await dialog.getByRole('button', { name: 'Set a date' }).click();
  const dates = page.getByRole('table', { name: 'Single dates' });
  await expect(dates.getByRole('row', { name: '24 Dec 2030' })).toContainText('not available');
  await expectAccessible(page);
  await expectToFit(page);

  const memberId = coach.member.id;
  const { data } = await api.get('/members/{memberId}/availability', { path: { memberId } });
  expect(data).toMatchObject({
    timezone: 'Europe/Paris',
    weekly: [
      { weekday: 1, from: '09:00', to: '12:00' },
      { weekday: 1, from: '13:00', to: '24:00' },
      { weekday: 4, from: '13:00', to: '24:00' },
    ],
    exceptions: [{ date: '2030-12-24', windows: [] }],
  });
  await dates.getByRole('button', { name: 'Remove' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('No date has hours of its own.')).toBeVisible();
});

/** Moves the focus forward until it is on this. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let tabs = 0; tabs < 40; tabs += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

test('hours are set by the keyboard alone, on a phone', async ({ page }) => {
  const { coach } = await newCoach();
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, `/bookings/availability/${coach.member.id}`, coach);
  const opener = page.getByRole('button', { name: 'Edit Tuesday' });
  const dialog = page.getByRole('dialog');
  await tabTo(page, opener);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await tabTo(page, dialog.getByLabel('Friday'));
  await page.keyboard.press('Space');
  await tabTo(page, dialog.getByRole('button', { name: 'Add hours' }));
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('From, 1')).toBeFocused();
  await page.keyboard.type('0815AM');
  await tabTo(page, dialog.getByLabel('To, 1'));
  await page.keyboard.type('1145AM');
  await tabTo(page, dialog.getByRole('button', { name: 'Save' }));
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
  for (const day of ['Tuesday', 'Friday']) {
    await expect(page.getByRole('row', { name: day })).toContainText('08:15–11:45');
  }
});

test('bookings that no longer fit stay, and are listed', async ({ page }) => {
  const { coach, member, booking } = await newBooking();
  await open(page, `/bookings/availability/${coach.member.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Availability of ${coach.member.name}`);
  await page.getByRole('button', { name: 'Set weekly hours' }).click();
  const dialog = page.getByRole('dialog');
  for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']) {
    await dialog.getByLabel(day).check();
  }
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toContainText('1 booking is outside of the new hours. They stay booked');
  await expect(dialog.getByRole('link', { name: member.name })).toBeVisible();
  await expectAccessible(page);
  const { data } = await api.get('/bookings', { query: { enrollmentId: booking.enrollmentId } });
  expect(data.items).toMatchObject([{ status: 'booked' }]);
});

test('a booking is shown in the zone of its host, moved to another time that is free, and cancelled', async ({
  page,
}) => {
  const { coach, member, booking } = await newBooking();
  await open(page, '/bookings', coach);
  const row = page.getByRole('table', { name: 'Bookings' }).getByRole('row', { name: member.name });
  // The browser is in New York.
  await expect(row.locator('time.elsewhere')).toContainText('GMT+5:30');
  await expect(row.getByRole('link', { name: 'https://meet.example/room' })).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);

  await row.getByRole('button', { name: 'Reschedule' }).click();
  const dialog = page.getByRole('dialog');
  const time = dialog.getByRole('combobox', { name: 'Time' });
  await expect(time.getByRole('option').nth(50)).toBeAttached();
  const another = await time.getByRole('option').nth(40).getAttribute('value');
  await time.selectOption(another);
  await expectAccessible(page);
  await expectToFit(page);
  await dialog.getByRole('button', { name: 'Reschedule' }).click();
  await expect(dialog).toHaveCount(0);
  const read = async () =>
    (await api.get('/bookings', { query: { enrollmentId: booking.enrollmentId } })).data.items[0];
  expect(new Date(String((await read())?.startsAt))).toEqual(new Date(String(another)));

  await row.getByRole('button', { name: 'Cancel the booking' }).click();
  await dialog.getByLabel('Reason').fill('Ill');
  await dialog.getByRole('button', { name: 'Cancel the booking' }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole('button', { name: 'Cancelled' }).click();
  await expect(row).toContainText('Ill');
  expect(await read()).toMatchObject({ status: 'cancelled', cancelReason: 'Ill' });
  await page.getByRole('button', { name: 'Past' }).click();
  await expect(page.getByLabel('Since')).toBeVisible();
  await expectAccessible(page);
});

test('a booking type is created for a coach, paused and archived; a field that is refused is named', async ({
  page,
}) => {
  const { coach, cohort } = await newCoach();
  const name = unique('Review call');
  await open(page, '/bookings');
  await page.getByRole('button', { name: 'Create a booking type' }).click();
  const dialog = page.getByRole('dialog');
  await choose(page, 'Host', coach.member.name, new RegExp(coach.member.name));
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Address to join').fill('http://meet.example/room');
  await choose(page, 'Only for this cohort', cohort.name);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create a booking type' }).click();
  await expect(dialog.locator('[data-field=joinUrl]')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Address to join').fill('https://meet.example/room');
  await dialog.getByRole('button', { name: 'Create a booking type' }).click();
  const row = page.getByRole('table', { name: 'Booking types' }).getByRole('row', { name });
  await expect(row.getByRole('link', { name: coach.member.name })).toBeVisible();
  await expect(row.getByRole('link', { name: cohort.name })).toBeVisible();
  await row.getByRole('button', { name: 'Pause' }).click();
  await dialog.getByRole('button', { name: 'Pause' }).click();
  await expect(row).toContainText('paused');
  await row.getByRole('button', { name: 'Archive' }).click();
  await dialog.getByRole('button', { name: 'Archive' }).click();
  await expect(row).toContainText('archived');
  await expect(row.getByRole('button')).toHaveCount(0);
});

test('a coach books a time for somebody, and is told when another one was faster', async ({ page }) => {
  const { coach, enrollmentId, type } = await newBooking();
  await open(page, `/enrollments/${enrollmentId}?part=coaching`, coach);
  const offered = page.getByRole('table', { name: 'What can be booked' }).getByRole('row', { name: type.name });
  await offered.getByRole('button', { name: 'Book a time' }).click();
  const dialog = page.getByRole('dialog');
  const time = dialog.getByRole('combobox', { name: 'Time' });
  await expect(time.getByRole('option').nth(50)).toBeAttached();
  const startsAt = String(await time.getByRole('option').nth(10).getAttribute('value'));
  await time.selectOption(startsAt);
  const client = new DeliveryClient({ url: serviceUrl, apiKey: coach.key });
  await client.post('/booking-types/{bookingTypeId}/bookings', {
    path: { bookingTypeId: type.id },
    body: { enrollmentId, startsAt },
  });
  await dialog.getByRole('button', { name: 'Book a time' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The type offers no slot that begins at startsAt.');
  await time.selectOption(await time.getByRole('option').nth(20).getAttribute('value'));
  await dialog.getByRole('button', { name: 'Book a time' }).click();
  await expect(dialog).toHaveCount(0);
  const booked = page.getByRole('table', { name: 'Bookings' }).getByRole('row');
  await expect(booked).toHaveCount(4);
  await expectAccessible(page);
  await expectToFit(page);
});

test('a director sees bookings, and no hours or types of their own', async ({ page }) => {
  await open(page, '/bookings', 'director');
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'My availability' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Booking types' })).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
  const { data: me } = await api.get('/me');
  await open(page, `/bookings/availability/${me.member.id}`, 'director');
  await expect(page.getByRole('alert')).toContainText('Your role does not allow this');
  await open(page, `/bookings/availability/${me.member.id}`, { key: demo.keys.coach });
  await expect(page.getByRole('alert')).toContainText('Not found, or not yours to see');
});
