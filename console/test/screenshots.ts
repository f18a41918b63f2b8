import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DeliveryClient } from '@delivery-service/client';
import type { Page } from '@playwright/test';
import { plugIn } from './authenticator.js';
import { api, demo, expect, open, serviceUrl, signInUrl, test } from './console.js';
import { invite } from './joining.js';
import { prepare } from './pictured.js';
import { newMember, unique } from './school.js';
import { newCloser, newProspect, newSale } from './seller.js';
import { connect, payElsewhere, stripe, tell, withStripe } from './stripe.js';

/**
 * Not a test: pictures of every screen, to be looked at. `SCREENSHOTS=/tmp/pictures npm test` makes them, in light and
 * dark and for three widths, in a folder outside of the repository; with `PICTURED=booking`, those whose name matches.
 */
const folder = resolve(process.env['SCREENSHOTS'] ?? '');
const repository = fileURLToPath(new URL('../..', import.meta.url));
if (!relative(repository, folder).startsWith('..')) throw new Error('SCREENSHOTS must be outside of the repository.');

withStripe();

const WIDTHS = [390, 1280, 1920];
const SCHEMES = ['light', 'dark'] as const;
const PARTS = ['tasks', 'interventions', 'blockers', 'notes', 'coaching', 'extensions', 'progress', 'outcomes'];

interface Picture {
  name: string;
  path: string;
  /** The button whose dialog is shown. */
  dialog?: string;
  /** Whoever looks; otherwise the owner. */
  who?: keyof typeof demo.keys;
}

/** Spaces with what is written there, and what was reported. */
async function community(): Promise<Picture[]> {
  const own = new DeliveryClient({ url: serviceUrl, apiKey: demo.keys.learner });
  const { data: spaces } = await own.get('/spaces', {});
  const spaceId = spaces.items.find(({ mayPost }) => mayPost)?.id ?? '';
  const { data: posts } = await api.get('/spaces/{spaceId}/posts', { path: { spaceId } });
  const who = 'learner';
  return [
    { name: 'community', path: '/community' },
    { name: 'space-create', path: '/community', dialog: 'Create a space' },
    { name: 'space', path: `/community/${spaceId}` },
    { name: 'space-learner', path: `/community/${spaceId}`, who },
    { name: 'post', path: `/community/posts/${String(posts.items[0]?.id)}`, who },
    { name: 'post-write', path: `/community/${spaceId}`, dialog: 'Write a post', who },
    { name: 'community-reports', path: '/community/reports', who },
    { name: 'moderation', path: '/moderation' },
  ];
}

/** The side of those who learn, and what is written for them. */
async function learning(): Promise<Picture[]> {
  const own = new DeliveryClient({ url: serviceUrl, apiKey: demo.keys.learner });
  const { data: enrollments } = await own.get('/me/enrollments', {});
  const enrollmentId = enrollments.items[0]?.id ?? '';
  const { data: courses } = await own.get('/me/courses', { query: { enrollmentId } });
  const [course] = courses.items;
  const lesson = course?.sections[0]?.lessons[0];
  const { data: videos } = await own.get('/me/video-resources', {});
  const { data: reviews } = await api.get('/reviews', { query: { oldestFirst: true } });
  const who = 'learner';
  return [
    { name: 'my-today', path: '/today', who },
    { name: 'my-courses', path: '/my-courses', who },
    { name: 'my-lesson', path: `/my-courses/${enrollmentId}/lessons/${String(lesson?.id)}`, who },
    { name: 'my-tasks', path: '/my-tasks', who },
    { name: 'my-forms', path: '/my-forms', who },
    { name: 'my-videos', path: '/my-videos', who },
    { name: 'my-video', path: `/my-videos/${String(videos.items[0]?.id)}`, who },
    { name: 'my-progress', path: '/my-progress', who },
    { name: 'course', path: `/programs/courses/${String(course?.id)}` },
    { name: 'course-preview', path: `/programs/courses/${String(course?.id)}/preview` },
    { name: 'lesson', path: `/programs/lessons/${String(lesson?.id)}` },
    { name: 'lesson-change', path: `/programs/lessons/${String(lesson?.id)}`, dialog: 'Edit the lesson' },
    { name: 'review', path: `/work/reviews/${String(reviews.items[0]?.id)}` },
  ];
}

/** What is sold, and to whom. */
async function selling(): Promise<Picture[]> {
  const closer = await newCloser();
  await newProspect({ assignTo: closer.member.id, source: 'Webinar' });
  const { sale, offer, prospect } = await newSale();
  const body = { amount: 50_050, currency: 'EUR', method: 'transfer', reference: 'Statement 7, line 3' } as const;
  const { data } = await api.post('/sales/{saleId}/payments', { path: { saleId: sale.id }, body });
  const refund = { amount: 5_050, reason: 'Illness', enrollment: 'keep', claim: 'drop' } as const;
  await api.post('/payments/{paymentId}/refunds', { path: { paymentId: data.id }, body: refund });
  const ofSale = `/sales/${sale.id}`;
  await connect();
  await payElsewhere(randomUUID(), 45_000);
  const path = { saleId: sale.id };
  await payElsewhere(sale.id, 20_000);
  const paid = async () => (await api.get('/sales/{saleId}', { path })).data.payments.length;
  await expect.poll(paid).toBe(2);
  stripe().dispute(String(stripe().intents.at(-1)?.id), 10_000);
  await tell();
  await api.post('/sales/{saleId}/checkouts', { path, body: { pay: 'all' } });
  await api.post('/sales-links', { body: { saleId: sale.id } });
  await api.post('/sales-links', { body: { offerId: offer.id } });
  const { id: prospectId } = await newProspect();
  const proposal = { path: { prospectId }, body: { offerId: offer.id } };
  const { data: proposed } = await api.post('/prospects/{prospectId}/sales', proposal);
  const ofProvider = '/organization/payment-provider';
  return [
    { name: 'selling-queue', path: '/sales-queue' },
    { name: 'selling-prospects', path: '/prospects' },
    { name: 'selling-prospect', path: `/prospects/${prospect.id}` },
    { name: 'selling-propose', path: `/prospects/${prospect.id}`, dialog: 'Propose a sale' },
    { name: 'selling-sales', path: '/sales' },
    { name: 'selling-sale', path: ofSale },
    { name: 'selling-accept', path: `/sales/${proposed.id}`, dialog: 'Accept' },
    { name: 'selling-refund', path: ofSale, dialog: 'Refund: Statement 7, line 3' },
    { name: 'selling-link', path: ofSale, dialog: 'Make a link' },
    { name: 'selling-provider', path: ofProvider },
    { name: 'selling-connect', path: ofProvider, dialog: 'Change the connection' },
    { name: 'selling-events', path: `${ofProvider}/events` },
    { name: 'selling-installments', path: ofSale, dialog: 'Change the installments' },
    { name: 'selling-offers', path: '/offers' },
    { name: 'selling-offer', path: `/offers/${offer.id}` },
    { name: 'selling-create-offer', path: `/offers?programId=${offer.programId}`, dialog: 'Create an offer' },
    { name: 'selling-closers', path: '/closers' },
    { name: 'selling-figures', path: '/sales-figures' },
  ];
}

async function pictures(): Promise<Picture[]> {
  const { data: members } = await api.get('/members', { query: { q: 'lea harbour', limit: 1 } });
  const { data: tasks } = await api.get('/cohorts/{cohortId}/tasks', { path: { cohortId: demo.cohortId } });
  const person = `/enrollments/${demo.enrollmentId}`;
  const cohort = `/programs/cohorts/${demo.cohortId}`;
  const member = `/people/${String(members.items[0]?.id)}`;
  const task = tasks.items[0];
  const made = await prepare();
  return [
    { name: 'cohorts', path: '/cohorts' },
    { name: 'cockpit', path: `/cohorts/${demo.cohortId}` },
    { name: 'cockpit-late', path: `/cohorts/${demo.cohortId}?signal=late` },
    { name: 'gradebook', path: `/cohorts/${demo.cohortId}/gradebook` },
    { name: 'cohort-progress', path: `/cohorts/${demo.cohortId}/progress` },
    { name: 'cohort-history', path: `/cohorts/${demo.cohortId}/history` },
    { name: 'cohort-analytics', path: `/cohorts/${demo.cohortId}/analytics` },
    { name: 'coaches', path: '/coaches' },
    { name: 'person', path: person },
    ...PARTS.map((part) => ({ name: `person-${part}`, path: `${person}?part=${part}` })),
    { name: 'person-transfer', path: person, dialog: 'Transfer' },
    { name: 'work', path: '/work' },
    { name: 'people', path: '/people' },
    { name: 'people-import', path: '/people', dialog: 'Import people' },
    { name: 'member', path: member },
    { name: 'member-assign', path: member, dialog: 'Assign a responsibility' },
    { name: 'programs', path: '/programs' },
    { name: 'program', path: `/programs/${demo.programId}` },
    { name: 'cohort', path: cohort },
    { name: 'cohort-phases', path: cohort, dialog: 'Edit the phases' },
    { name: 'cohort-create-task', path: cohort, dialog: 'Create a task' },
    ...(task ? [{ name: 'cohort-task', path: `/programs/cohort-tasks/${task.id}` }] : []),
    { name: 'bookings', path: '/bookings' },
    { name: 'booking-type', path: '/bookings', dialog: 'Create a booking type' },
    { name: 'booking-move', path: '/bookings', dialog: 'Reschedule' },
    { name: 'availability', path: `/bookings/availability/${made.coachId}` },
    { name: 'availability-hours', path: `/bookings/availability/${made.coachId}`, dialog: 'Edit Monday' },
    { name: 'person-bookings', path: `/enrollments/${made.enrollmentId}?part=coaching` },
    { name: 'forms', path: '/forms' },
    { name: 'groups', path: '/groups' },
    { name: 'group-create', path: '/groups', dialog: 'Create a group' },
    ...(await community()),
    { name: 'library', path: '/library' },
    { name: 'library-publish', path: '/library', dialog: 'Publish a video' },
    { name: 'reminders', path: '/reminders' },
    { name: 'reminder', path: `/reminders/${made.reminderRuleId}` },
    { name: 'reminder-create', path: '/reminders', dialog: 'Create a rule' },
    { name: 'form-assignments', path: '/form-assignments' },
    { name: 'form-assign', path: `/form-assignments?formId=${made.formId}`, dialog: 'Assign the form' },
    { name: 'form-assignment', path: `/form-assignments/${made.formAssignmentId}` },
    {
      name: 'form-assignment-change',
      path: `/form-assignments/${made.formAssignmentId}`,
      dialog: 'Change the assignment',
    },
    { name: 'form-response', path: `/form-responses/${made.formResponseId}` },
    { name: 'form-response-redact', path: `/form-responses/${made.formResponseId}`, dialog: 'Redact' },
    { name: 'form-responses', path: `/forms/${made.formId}/responses` },
    { name: 'form-results', path: `/forms/${made.formId}/results` },
    { name: 'form-intake-links', path: `/forms/${made.formId}/intake-links` },
    { name: 'exports', path: '/exports' },
    { name: 'export-request', path: '/exports', dialog: 'Request an export' },
    { name: 'erasures', path: '/erasures' },
    { name: 'erasure', path: `/erasures/${made.erasureId}` },
    { name: 'erasure-request', path: `/people/${made.leaverId}`, dialog: 'Request an erasure' },
    { name: 'calendars', path: '/calendars' },
    { name: 'calendar-create', path: '/calendars', dialog: 'Create a calendar feed' },
    { name: 'calendar-connections', path: '/calendar-connections' },
    { name: 'calendar-connect', path: '/calendar-connections', dialog: 'Connect a calendar' },
    { name: 'calendar-busy', path: `/bookings/busy/${made.coachId}` },
    { name: 'organization', path: '/organization' },
    { name: 'identity-provider', path: '/organization/identity-provider' },
    { name: 'identity-provider-set', path: '/organization/identity-provider', dialog: 'Set up' },
    { name: 'account', path: '/account' },
    { name: 'member-invite', path: member, dialog: 'Invite' },
    { name: 'webhooks', path: '/webhooks' },
    { name: 'webhook', path: `/webhooks/${demo.subscriptionId}` },
    { name: 'usage', path: '/usage' },
    { name: 'audit', path: '/audit' },
    { name: 'no-page', path: '/nowhere' },
    ...(await learning()),
    ...(await selling()),
  ];
}

test('pictures of every screen', async ({ page, faults }) => {
  test.setTimeout(20 * 60_000);
  mkdirSync(folder, { recursive: true });
  const pictured = (await pictures()).filter(({ name }) => new RegExp(process.env['PICTURED'] ?? '').test(name));
  for (const { name, path, dialog, who } of pictured) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await open(page, path, who);
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
    if (dialog !== undefined) {
      await page.getByRole('button', { name: dialog, exact: true }).first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
    }
    await take(page, name, dialog === undefined);
    // Videos of lessons are elsewhere.
    faults.splice(0);
  }
});

async function take(page: Page, name: string, fullPage = true): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(() => window.scrollTo(0, 0));
    // The navigation slides in and out.
    await page.waitForTimeout(400);
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      // Boxes and the menu button change their colors gradually.
      await page.waitForTimeout(250);
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage });
    }
  }
}

test('pictures of how one gets in', async ({ page }) => {
  test.setTimeout(5 * 60_000);
  mkdirSync(folder, { recursive: true });
  await page.goto(`${signInUrl}/console`);
  await expect(page.getByLabel('API key')).toBeVisible();
  await take(page, 'sign-in');
  await page.goto(`${signInUrl}/console/signed-in/${demo.programId}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await take(page, 'signed-in');
  const member = await newMember(unique('Joiner'), 'ADMIN');
  await page.goto((await invite(member.id)).replace(/.$/, ''));
  await expect(page.getByText('no longer works')).toBeVisible();
  await take(page, 'join-gone');
  const link = await invite(member.id);
  await plugIn(page);
  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.getByText(member.name)).toBeVisible();
  await take(page, 'join');
  await page.getByRole('button', { name: 'Create a passkey and sign in' }).click();
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).waitFor();
  await page.goto(`${signInUrl}/console/account`);
  await expect(page.getByRole('table', { name: 'Passkeys' })).toBeVisible();
  await take(page, 'account-signed-in');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await take(page, 'account-add', false);
});
