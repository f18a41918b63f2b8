import { DeliveryClient } from '@delivery-service/client';
import type { Page } from '@playwright/test';
import { GoogleStandIn } from '../../test/support/calendar-providers/google-stand-in.js';
import { CalendarServer } from '../../test/support/programs/calendar-server.js';
import { areInstalled } from '../../test/support/programs/installed.js';
import { api, expect, expectAccessible, expectToFit, open, serviceUrl, signInUrl, test } from './console.js';
import { newcomer, newPerson, unique } from './school.js';

const isThere = areInstalled('radicale');
const google = new GoogleStandIn();
let server: CalendarServer;

test.beforeAll(async () => {
  await google.start(Number(process.env['GOOGLE_PORT']));
  if (isThere) server = await CalendarServer.start('radicale');
});
test.afterAll(async () => {
  await google.stop();
  await server?.stop();
});

const as = ({ key }: { key: string }) => new DeliveryClient({ url: serviceUrl, apiKey: key });
const dialogOf = (page: Page) => page.getByRole('dialog');

/** A coach of somebody. */
async function newCoach() {
  const person = await newPerson();
  const coach = await newcomer('MEMBER', { role: 'coach', scope: 'cohort', cohortId: person.cohort.id });
  return { ...person, coach };
}

const HOUR_MS = 3_600_000;
const nextHour = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS;
const at = (hours: number) => new Date(nextHour + hours * HOUR_MS).toISOString();
const utc = (instant: string) => `${instant.slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
const entry = (uid: string, from: string, to: string) => [
  ...['BEGIN:VEVENT', `UID:${uid}`, 'DTSTAMP:20240101T000000Z'],
  ...[`DTSTART:${utc(from)}`, `DTEND:${utc(to)}`, 'END:VEVENT'],
];

/** Makes a coach bookable around the clock, with all calendars of the server connected and read. */
async function newHost({ member, key }: { member: { id: string }; key: string }) {
  const own = as({ key });
  const weekly = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '00:00', to: '24:00' }));
  const path = { memberId: member.id };
  await own.put('/members/{memberId}/availability', { path, body: { timezone: 'UTC', weekly } });
  const body = { name: unique('Call'), hostMemberId: member.id, durationMinutes: 30, stepMinutes: 30 };
  const { data: type } = await own.post('/booking-types', { body });
  const { url, username, password } = server;
  const { data: made } = await own.post('/me/calendar-connections', {
    body: { label: unique('All of them'), provider: 'caldav', url, username, password },
  });
  const of = { calendarConnectionId: made.id };
  const status = async () => (await own.get('/calendar-connections/{calendarConnectionId}', { path: of })).data.status;
  await expect.poll(status).toBe('active');
  return { bookingTypeId: type.id, calendarConnectionId: made.id };
}

test.describe('at a CalDAV server', () => {
  test.skip(!isThere, 'radicale is not installed');

  test('a coach connects calendars, is told what is wrong and what to do, chooses which count; an administrator ends it', async ({
    page,
    browser,
  }) => {
    await server.calendar('work');
    await server.calendar('private');
    const { coach } = await newCoach();
    await open(page, '/calendar-connections', coach);
    await expect(page.getByText('No calendar is connected')).toBeVisible();
    await page.getByRole('button', { name: 'Connect a calendar' }).click();
    const dialog = dialogOf(page);
    const label = unique('Own server');
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(label);
    await dialog.getByLabel('Where the calendar is').selectOption('caldav');
    await dialog.getByLabel('Address of the server').fill(server.url);
    await dialog.getByLabel('User name').fill(server.username);
    await dialog.getByRole('textbox', { name: 'Password' }).fill('not the password');
    await expectAccessible(page);
    await expectToFit(page);
    await dialog.getByRole('button', { name: 'Connect a calendar' }).click();
    await expect(dialog).toHaveCount(0);
    const row = page.getByRole('row', { name: label });
    await expect(row).toContainText('refused the sign-in');
    await expect(row).toContainText(/Since .+, 1 attempt\. It is not tried again until you enter the password anew\./);

    await row.getByRole('button', { name: `Enter a new password: ${label}` }).click();
    await dialog.getByRole('textbox', { name: 'Password' }).fill(server.password);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(row).toContainText('active');
    await expect(row.getByRole('listitem')).toHaveText(['private', 'work']);
    await expect(row.getByRole('cell').nth(3)).not.toContainText('not yet');
    await expectAccessible(page);
    await expectToFit(page);

    await row.getByRole('button', { name: `Choose calendars: ${label}` }).click();
    await expect(dialog).toContainText('at most 10 calendars');
    await dialog.getByLabel('private').uncheck();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(row.getByRole('listitem')).toHaveText(['work']);
    await row.getByRole('button', { name: `Edit: ${label}` }).click();
    const renamed = unique('Renamed');
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(renamed);
    await dialog.getByLabel('Write my bookings').check();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('row', { name: renamed })).toContainText('Bookings are written into a calendar');
    const { data: kept } = await as(coach).get('/calendar-connections', {});
    expect(kept.items).toMatchObject([{ label: renamed, writeBookings: true }]);

    const admin = await (await browser.newContext()).newPage();
    await open(admin, '/calendar-connections', 'admin');
    const theirs = admin.getByRole('row', { name: renamed });
    await expect(theirs.getByRole('link', { name: coach.member.name })).toBeVisible();
    await expect(theirs).toContainText('shown to their member alone');
    await expect(theirs).not.toContainText('work');
    await expect(theirs.getByRole('button')).toHaveText(['Disconnect']);
    await expectAccessible(admin);
    await expectToFit(admin);
    await theirs.getByRole('button').click();
    await expect(dialogOf(admin)).toContainText('its times are forgotten at once');
    await dialogOf(admin).getByRole('button', { name: 'Disconnect' }).click();
    await expect(theirs).toContainText('disconnected');
    await expect(theirs.getByRole('button')).toHaveCount(0);
    await admin.context().close();
  });

  test('what is known of the host’s calendars is said where times are offered, at the booking, and of whoever is busy', async ({
    page,
    browser,
  }) => {
    const { coach, enrollmentId } = await newCoach();
    const own = as(coach);
    const calendar = await server.calendar('bookable');
    await server.put(calendar, 'known', ...entry('known', at(10), at(12)));
    const { bookingTypeId, calendarConnectionId } = await newHost(coach);
    await open(page, `/bookings/busy/${coach.member.id}`, coach);
    await expect(page.getByRole('table', { name: 'Busy times' }).getByRole('row')).toHaveCount(2);
    await expect(page.locator(`time[datetime="${at(10)}"]`)).toBeVisible();
    await expectAccessible(page);
    await expectToFit(page);

    // It comes after the reading: the service looks again once the time is booked.
    await server.put(calendar, 'later', ...entry('later', at(14), at(15)));
    await page.goto(`/console/enrollments/${enrollmentId}?part=coaching`);
    const dialog = dialogOf(page);
    await page.getByRole('button', { name: 'Book a time' }).click();
    await expect(dialog).toContainText('Times that the host’s other calendars take are left out');
    const time = dialog.getByRole('combobox', { name: 'Time' });
    await expect(time.locator(`option[value="${at(13)}"]`)).toHaveCount(1);
    await expect(time.locator(`option[value="${at(11)}"]`)).toHaveCount(0);
    await time.selectOption(at(14));
    await dialog.getByRole('button', { name: 'Book a time' }).click();
    await expect(dialog).toHaveCount(0);
    const booked = page.getByRole('table', { name: 'Bookings' });
    await expect(async () => {
      await page.reload();
      await expect(booked).toContainText('has another entry at this time', { timeout: 3_000 });
    }).toPass({ timeout: 40_000 });
    await expectAccessible(page);
    await expectToFit(page);

    await booked.getByRole('button', { name: 'Reschedule' }).click();
    await time.selectOption(at(17));
    const path = { calendarConnectionId };
    await own.patch('/me/calendar-connections/{calendarConnectionId}', { path, body: { password: 'another' } });
    const status = async () => (await own.get('/calendar-connections/{calendarConnectionId}', { path })).data.status;
    await expect.poll(status).toBe('revoked');
    await dialog.getByRole('button', { name: 'Reschedule' }).click();
    await expect(dialog).toContainText('The host is busy then');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.reload();
    await booked.getByRole('button', { name: 'Reschedule' }).click();
    await expect(dialog).toContainText('cannot be read at present');
    await expect(dialog).toContainText('Times may be withheld meanwhile');
    await expectAccessible(page);

    await page.goto(`/console/bookings/availability/${coach.member.id}`);
    const calendars = page.getByRole('region', { name: 'Connected calendars' });
    await expect(calendars).toContainText('no times are offered');
    await calendars.getByRole('button', { name: 'Change what is offered then' }).click();
    await dialog.getByLabel('While connected calendars cannot be read').selectOption('offer');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(calendars).toContainText('at the risk of a clash');
    await expectAccessible(page);
    await expectToFit(page);
    await page.goto(`/console/enrollments/${enrollmentId}?part=coaching`);
    await booked.getByRole('button', { name: 'Reschedule' }).click();
    await expect(dialog).toContainText('These times may clash');
    await expect(time.locator(`option[value="${at(17)}"]`)).toHaveCount(1);

    const director = await (await browser.newContext()).newPage();
    await open(director, `/bookings/busy/${coach.member.id}`, 'director');
    await expect(director.getByText('The calendars cannot be read at present')).toBeVisible();
    await director.goto('/console/coaches');
    await expect(director.getByRole('link', { name: `Busy times of ${coach.member.name}` })).toBeVisible();
    await director.context().close();
    expect((await api.get('/booking-types/{bookingTypeId}', { path: { bookingTypeId } })).data.status).toBe('active');
  });
});

/** The browser agrees at Google, or does not. */
function answerWith(answer: 'agree' | 'deny'): void {
  google.interfere = ({ path, query }) => {
    if (path !== '/authorize') return undefined;
    const back = new URL(google.consent(`${google.url}/authorize?${query.toString()}`));
    if (answer === 'deny') {
      back.searchParams.delete('code');
      back.searchParams.set('error', 'access_denied');
    }
    return { status: 303, headers: { Location: back.href } };
  };
}

async function connectGoogle(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: 'Connect a calendar' }).click();
  await dialogOf(page).getByRole('textbox', { name: 'Name', exact: true }).fill(label);
  await dialogOf(page).getByLabel('Where the calendar is').selectOption('google');
  await expect(dialogOf(page).getByLabel('Address of the server')).toHaveCount(0);
  await dialogOf(page).getByRole('button', { name: 'Connect a calendar' }).click();
}

test('at Google a coach agrees and comes back: the grant leaves the address first; without it, they are told what to do', async ({
  page,
}) => {
  const { coach } = await newCoach();
  await open(page, '/calendar-connections', coach);
  const shown: string[] = [];
  await page.route('**/confirm', async (route) => {
    shown.push(page.url(), String(route.request().headers()['referer']));
    await route.continue();
  });
  answerWith('agree');
  const label = unique('Google');
  await connectGoogle(page, label);
  const row = page.getByRole('row', { name: label });
  await expect(row).toContainText('active');
  await expect(row.getByRole('listitem')).toHaveText(['Ada']);
  expect(shown[0]).toBe(`${serviceUrl}/console/calendar-connections/connected`);
  expect(shown.join()).not.toContain('grant');
  await expect(page).toHaveURL(/\/console\/calendar-connections$/);

  // The answer is lost: a replay does not show again where to agree.
  await page.route(
    '**/me/calendar-connections',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await connectGoogle(page, unique('Lost'));
  await expect(dialogOf(page)).toContainText('Disconnect it and connect once more');
  await dialogOf(page).getByRole('button', { name: 'Close', exact: true }).click();

  answerWith('deny');
  await connectGoogle(page, unique('Denied'));
  await expect(page.getByRole('alert')).toContainText('Access was not granted');
  await expectAccessible(page);
  await expectToFit(page);
  await page.getByRole('link', { name: 'To the calendar connections' }).click();
  await expect(page.getByRole('row', { name: 'Denied' })).toContainText('You have not agreed there yet');
  google.interfere = undefined;
});

test('what Google granted to one is nothing to another, and is confirmed once', async ({ page, browser }) => {
  const { coach } = await newCoach();
  const { coach: other } = await newCoach();
  const { data } = await as(coach).post('/me/calendar-connections', {
    body: {
      label: unique('Sent on'),
      provider: 'google',
      returnUrl: `${serviceUrl}/console/calendar-connections/connected`,
    },
  });
  const back = await fetch(google.consent(String(data.authorizationUrl)), { redirect: 'manual' });
  const link = String(back.headers.get('location')).replace(`${serviceUrl}/console`, '');
  await open(page, link, other);
  await expect(page.getByRole('alert')).toContainText('begun by somebody else');
  const path = { calendarConnectionId: data.id };
  const status = async () =>
    (await as(coach).get('/calendar-connections/{calendarConnectionId}', { path })).data.status;
  expect(await status()).toBe('pending');

  const own = await (await browser.newContext()).newPage();
  // Signing in first keeps what was granted in the page, and nowhere else.
  await own.goto(`/console${link}`);
  await own.getByLabel('API key').fill(coach.key);
  await expect(own).toHaveURL(/\/connected$/);
  await own.getByRole('button', { name: 'Sign in with the key' }).click();
  await expect(own.getByRole('heading', { level: 1 })).toHaveText('Calendar connections');
  await expect.poll(status).toBe('active');
  await own.goto(`/console${link}`);
  await expect(own.getByRole('alert')).toContainText('confirmed already');
  await expectAccessible(own);
  await own.reload();
  await expect(own.getByRole('alert')).toContainText('nothing to confirm');
  await own.context().close();
});

test('what is not set up, an address to which nothing leads back, and a session key are answered in plain words', async ({
  page,
  browser,
}) => {
  const { coach, member } = await newCoach();
  await open(page, '/calendar-connections', coach);
  await page.getByRole('button', { name: 'Connect a calendar' }).click();
  await dialogOf(page).getByRole('textbox', { name: 'Name', exact: true }).fill('Outlook');
  await dialogOf(page).getByLabel('Where the calendar is').selectOption('microsoft');
  await dialogOf(page).getByRole('button', { name: 'Connect a calendar' }).click();
  await expect(dialogOf(page).getByRole('alert')).toContainText('connect the calendar by CalDAV');

  // The service leads back to one of the two names of its address.
  await page.goto(`${signInUrl}/console/calendar-connections`);
  await connectGoogle(page, 'From elsewhere');
  await expect(dialogOf(page).getByRole('alert')).toContainText('does not lead back to this address of the console');

  const { data } = await api.post('/members/{memberId}/session-keys', {
    path: { memberId: member.id },
    body: { minutes: 10 },
  });
  const learner = await (await browser.newContext()).newPage();
  await open(learner, '/calendar-connections', { key: String(data.key) });
  await expect(learner.getByRole('alert')).toContainText('A session key cannot do it');
  await expect(learner.getByRole('button', { name: 'Connect a calendar' })).toHaveCount(0);
  await learner.context().close();
});

test('what fails elsewhere is said in plain words, by its reason', async ({ page }) => {
  const { coach } = await newCoach();
  const own = as(coach);
  const elsewhere: Record<string, string> = {
    'http://127.0.0.1:9/': 'did not accept a connection',
    [serviceUrl]: 'something that is no calendar',
    [google.url.replace('http:', 'https:')]: 'its certificate is wrong',
    'https://nowhere.invalid/': 'was not found',
  };
  const label = (url: string) => `At ${url}`;
  for (const url of Object.keys(elsewhere)) {
    const body = { label: label(url), provider: 'caldav', url, username: 'ada', password: 'of Ada' } as const;
    await own.post('/me/calendar-connections', { body });
  }
  answerWith('agree');
  google.grants = (scope) => scope.split(' ').slice(0, 1).join(' ');
  await open(page, '/calendar-connections', coach);
  await connectGoogle(page, 'Too little');
  elsewhere['Too little'] = 'leave all boxes ticked';
  for (const [url, says] of Object.entries(elsewhere)) {
    const row = page.getByRole('row', { name: url });
    await expect(row).toContainText(says);
    const isRetried = url !== 'Too little';
    await expect(row).toContainText(/Since .+, 1 attempt\./);
    await expect(row.getByText('It is tried again by itself')).toHaveCount(isRetried ? 1 : 0);
  }
  await expectAccessible(page);
  await expectToFit(page);
  google.grants = undefined;
  google.interfere = undefined;
  await page.getByRole('button', { name: 'Connect a calendar' }).click();
  await dialogOf(page).getByRole('textbox', { name: 'Name', exact: true }).fill('One too many');
  await dialogOf(page).getByRole('button', { name: 'Connect a calendar' }).click();
  await expect(dialogOf(page).getByRole('alert')).toContainText('Disconnect one that is needed no longer');
});
