import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DeliveryClient, type Schemas } from '@delivery-service/client';
import type { Page, Request, Route } from '@playwright/test';
import { api, expect, expectAccessible, expectToFit, later, lostLine, open, serviceUrl, test } from './console.js';
import { pdf, text, type Sample } from './media.js';
import { newPerson, newTask } from './school.js';

const PHONE = { width: 390, height: 844 };
const PDF = ['application/pdf'];
/** Three parts. */
const LARGE = 12_000_000;
const PART = 5_242_880;
/** A large file on the disk, where the browser reads it itself: as a buffer all of it goes through Playwright. */
let book = '';

test.beforeAll(() => {
  book = join(mkdtempSync(join(tmpdir(), 'delivery-console-')), 'Book.pdf');
  writeFileSync(book, pdf('Book.pdf', LARGE).buffer);
});

test.afterAll(() => rmSync(dirname(book), { recursive: true }));

/** Somebody who learns, at the dialog in which they hand in a file of one of these types. */
async function handIn(page: Page, mimeTypes: string[] = PDF) {
  const { member, enrollmentId } = await newPerson();
  const { data } = await api.post('/api-keys', { body: { memberId: member.id, name: 'Files' } });
  const key = String(data.key);
  const { title, deliverableId } = await newTask(enrollmentId, null, 'coach', 'file', mimeTypes);
  await open(page, '/my-tasks', { key });
  await page.getByRole('button', { name: `Hand in: ${title}` }).click();
  const dialog = page.getByRole('dialog');
  const input = dialog.getByLabel('Your file');
  const send = dialog.getByRole('button', { name: 'Hand in', exact: true });
  await expect(input).toBeAttached();
  return { dialog, input, send, title, deliverableId, own: new DeliveryClient({ url: serviceUrl, apiKey: key }) };
}

const isPart = (url: URL) => url.pathname.startsWith('/uploads/');
const isCreation = (url: URL) => url.pathname.endsWith('/me/uploads');
const isRead = (url: URL) => /\/me\/uploads\/[^/]+$/.test(url.pathname);
const bar = (page: Page) => page.getByRole('dialog').getByRole('progressbar');

/** The parts that a page has sent, by their lengths, and a gate before each one that it closes. */
async function partsOf(page: Page) {
  const sent: number[] = [];
  let open = Infinity;
  let release: () => void = () => undefined;
  await page.route(isPart, async (route) => {
    if (open <= 0) await new Promise<void>((resolve) => (release = resolve));
    open -= 1;
    await route.continue().catch(() => undefined);
  });
  page.on('requestfinished', (request: Request) => {
    if (isPart(new URL(request.url()))) sent.push(request.postDataBuffer()?.length ?? 0);
  });
  const closeAfter = (parts: number) => (open = parts);
  const openAll = () => {
    open = Infinity;
    release();
  };
  return { sent, closeAfter, openAll };
}

/** The upload that a page has created. */
async function uploadIdOf(page: Page, choose: () => Promise<void>): Promise<string> {
  const created = page.waitForResponse((one) => one.url().endsWith('/me/uploads') && one.status() === 201);
  await choose();
  const { data } = (await (await created).json()) as { data: { id: string } };
  return data.id;
}

/** The answer to a request that the service refuses, as the service gives it. */
function refuse(route: Route, status: number, failure: Pick<Schemas['FailureBody'], 'code' | 'reason' | 'message'>) {
  const correlationId = randomUUID();
  const headers = { 'x-correlation-id': correlationId, ...(status === 503 && { 'retry-after': '1' }) };
  return route.fulfill({ status, headers, json: { success: false, ...failure, details: [], correlationId } });
}

/** Changes what the service says of an upload, always or so many times. */
async function change(page: Page, to: (upload: Schemas['Upload']) => Partial<Schemas['Upload']>, times = Infinity) {
  let left = times;
  await page.route(isRead, async (route) => {
    const response = await route.fetch();
    const { data, ...others } = (await response.json()) as { data: Schemas['Upload'] };
    const changes = left > 0 ? to(data) : {};
    left -= 1;
    await route.fulfill({ response, json: { ...others, data: { ...data, ...changes } } });
  });
}

async function submissionsOf(deliverableId: string) {
  const path = { deliverableId };
  return (await api.get('/deliverables/{deliverableId}/submissions', { path })).data.items;
}

test('a file is handed in on a phone, and arrives as it is', async ({ page }) => {
  await page.setViewportSize(PHONE);
  const { dialog, input, send, title, deliverableId } = await handIn(page);
  await expect(dialog).toContainText('Accepted: PDF. At most 100 MB.');
  await send.click();
  await expect(dialog.getByRole('alert')).toContainText('Enter a value.');
  await expectAccessible(page);
  const file = pdf('My plan.pdf', 300_000);
  await input.setInputFiles(file);
  await expect(dialog).toContainText('Uploaded and checked');
  await expect(dialog).not.toContainText('Enter a value.');
  await expectAccessible(page);
  await expectToFit(page);
  await send.click();
  const task = page.getByRole('article', { name: title });
  await expect(task).toContainText('Waiting for feedback');
  await expect(task.getByRole('link', { name: 'Open My plan.pdf' })).toBeVisible();
  const [submission] = await submissionsOf(deliverableId);
  expect(submission).toMatchObject({ kind: 'file', media: { title: 'My plan.pdf', mimeType: 'application/pdf' } });
  const stored = await page.request.get(submission?.media?.url ?? '');
  expect(await stored.body()).toEqual(file.buffer);
});

test('what cannot be taken is refused at once, and nothing is sent of it', async ({ page }) => {
  const { dialog, input } = await handIn(page, ['application/pdf', 'image/png']);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/uploads/.test(request.url())) asked.push(request.url());
  });
  // Larger than a picture may be, on the disk: see the other large file.
  const photo = join(dirname(book), 'Photo.png');
  writeFileSync(photo, '');
  truncateSync(photo, 20_000_001);
  const refusals: [Sample | string, string][] = [
    [text('Notes.txt', 'Hello'), '“Notes.txt” is not accepted. Accepted: PNG or PDF.'],
    [text('Page.html', '<p>Hello', 'text/html'), '“Page.html” is not accepted.'],
    [{ ...pdf('Plan.pdf'), buffer: Buffer.alloc(0) }, '“Plan.pdf” is empty: it has no content.'],
    [photo, '“Photo.png” is too large: it has 20 MB. A picture may have 20 MB at most.'],
  ];
  for (const [file, why] of refusals) {
    await input.setInputFiles(file);
    await expect(dialog.getByRole('alert')).toContainText(why);
    await expect(input).toHaveAttribute('aria-invalid', 'true');
  }
  await expectAccessible(page);
  expect(asked).toEqual([]);
});

test('a file is chosen by the keyboard, or dropped', async ({ page }) => {
  const { dialog, input } = await handIn(page, ['text/csv']);
  // A dialog that has just opened moves the focus once more.
  await expect(async () => {
    const chooser = page.waitForEvent('filechooser', { timeout: 5_000 });
    await input.press('Enter');
    await (await chooser).setFiles(text('Grades.csv', 'name;grade\n', 'text/csv'));
  }).toPass();
  await expect(dialog).toContainText('Uploaded and checked');
  // Windows gives another type to files of this kind.
  const dropped = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['name;grade\nMika;1\n'], 'Dropped.CSV', { type: 'application/vnd.ms-excel' }));
    return data;
  });
  await dialog.locator('.upload').dispatchEvent('drop', { dataTransfer: dropped });
  await expect(dialog).toContainText('Dropped.CSV');
  await expect(dialog).not.toContainText('Grades.csv');
  await expect(dialog).toContainText('Uploaded and checked');
});

test('an upload shows how far it is, is paused, and goes on where it was', async ({ page }) => {
  const { dialog, input, send } = await handIn(page);
  const parts = await partsOf(page);
  parts.closeAfter(1);
  await input.setInputFiles(book);
  await expect(dialog).toContainText('Uploading');
  await expect(dialog).toContainText(/5\.2 MB of 12 MB, 43%/);
  await expect(bar(page)).toHaveAttribute('aria-valuenow', '43');
  await expect(dialog.getByRole('status')).toHaveText('Book.pdf: Uploading 25%');
  await expectAccessible(page);
  await send.click();
  await expect(dialog.getByRole('alert')).toContainText('it must be uploaded and checked first');
  await dialog.getByRole('button', { name: 'Pause' }).click();
  await expect(dialog.getByRole('status')).toHaveText('Book.pdf: Paused');
  await expect(dialog.getByRole('button', { name: 'Continue' })).toBeFocused();
  parts.openAll();
  await page.waitForTimeout(1_000);
  expect(parts.sent).toEqual([PART]);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog).toContainText('Uploaded and checked');
  expect(parts.sent).toEqual([PART, PART, LARGE + 9 - 2 * PART]);
  await expectAccessible(page);
  await send.click();
  await expect(dialog).toHaveCount(0);
});

test('a lost connection is said, and the upload goes on by itself', async ({ page, context }) => {
  await page.clock.install();
  const { dialog, input } = await handIn(page);
  const parts = await partsOf(page);
  parts.closeAfter(1);
  await input.setInputFiles(book);
  await expect(bar(page)).toHaveAttribute('aria-valuenow', '43');
  await context.setOffline(true);
  parts.openAll();
  await later(page, (limit) => expect(dialog.getByRole('status')).toContainText('The connection is lost', limit));
  await expectAccessible(page);
  // It tries again meanwhile.
  const failed = page.waitForEvent('requestfailed');
  await page.clock.fastForward(10_000);
  await failed;
  await expect(dialog.getByRole('status')).toContainText('The connection is lost');
  await context.setOffline(false);
  await later(page, (limit) => expect(dialog).toContainText('Uploaded and checked', limit));
  expect(parts.sent.filter((bytes) => bytes === PART)).toHaveLength(2);
});

test('after a lost connection somebody who does not wait goes on by a button', async ({ page }) => {
  await page.clock.install();
  const { dialog, input, send } = await handIn(page);
  const line = await lostLine(page, isPart);
  await input.setInputFiles(pdf('Plan.pdf'));
  const now = dialog.getByRole('button', { name: 'Continue now' });
  await later(page, (limit) => expect(now).toBeVisible(limit));
  // By itself it does not try again as long as its clock stands still.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 100));
  const { attempts } = line;
  await now.click();
  await expect.poll(() => line.attempts).toBeGreaterThan(attempts);
  line.isLost = false;
  await page.clock.resume();
  await later(page, (limit) => expect(dialog).toContainText('Uploaded and checked', limit));
  await send.click();
  await expect(dialog).toHaveCount(0);
});

test('what the service finds to be something else is named, and another file is taken in its place', async ({
  page,
}) => {
  const { dialog, input, send, deliverableId } = await handIn(page, ['application/pdf', 'text/plain']);
  await input.setInputFiles(text('Renamed.pdf', 'This is no PDF.', 'application/pdf'));
  await expect(dialog.getByRole('alert')).toContainText('Its content is not what its name says.');
  await expectAccessible(page);
  await send.click();
  await expect(dialog).toContainText('The file is not ready yet');
  await input.setInputFiles(text('Notes.txt', '<!DOCTYPE html><p>Hello'));
  await expect(dialog.getByRole('alert')).toContainText('It holds something that is never taken');
  await input.setInputFiles(pdf('Plan.pdf'));
  await expect(dialog).toContainText('Uploaded and checked');
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await send.click();
  await expect(dialog).toHaveCount(0);
  expect(await submissionsOf(deliverableId)).toMatchObject([{ media: { title: 'Plan.pdf' } }]);
});

test('after a reload the same file is gone on with', async ({ page }) => {
  const { dialog, input, title } = await handIn(page);
  const parts = await partsOf(page);
  parts.closeAfter(1);
  const uploadId = await uploadIdOf(page, () => input.setInputFiles(book));
  await expect(bar(page)).toHaveAttribute('aria-valuenow', '43');
  page.once('dialog', (asked) => void asked.accept());
  await page.reload();
  parts.openAll();
  await page.getByRole('button', { name: `Hand in: ${title}` }).click();
  const completed = page.waitForResponse((response) => response.url().endsWith('/complete'));
  await input.setInputFiles(book);
  await expect(dialog).toContainText('Uploaded and checked');
  expect((await completed).url()).toContain(uploadId);
});

test('an upload is cancelled by its button, and with the dialog that it was for', async ({ page }) => {
  const { dialog, input, own, title } = await handIn(page);
  const parts = await partsOf(page);
  parts.closeAfter(1);
  const statusOf = async (uploadId: string) =>
    (await own.get('/me/uploads/{uploadId}', { path: { uploadId } })).data.status;
  const first = await uploadIdOf(page, () => input.setInputFiles(book));
  await expect(bar(page)).toHaveAttribute('aria-valuenow', '43');
  await dialog.getByRole('button', { name: 'Cancel the upload' }).click();
  await expect(bar(page)).toHaveCount(0);
  await expect(input).toBeFocused();
  await expect.poll(() => statusOf(first)).toBe('cancelled');
  parts.openAll();
  const second = await uploadIdOf(page, () => input.setInputFiles(pdf('Plan.pdf')));
  await expect(dialog).toContainText('Uploaded and checked');
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(() => statusOf(second)).toBe('cancelled');
  await page.getByRole('button', { name: `Hand in: ${title}` }).click();
  await expect(dialog).not.toContainText('Plan.pdf');
});

test('that somebody has too many uploads under way is said in plain words', async ({ page }) => {
  const { dialog, input, own } = await handIn(page);
  const body = { name: 'Plan.pdf', mimeType: 'application/pdf', byteSize: 10 } as const;
  const uploads = [];
  for (let count = 0; count < 20; count += 1) uploads.push((await own.post('/me/uploads', { body })).data);
  await input.setInputFiles(pdf('Plan.pdf'));
  await expect(dialog.getByRole('alert')).toContainText('You have too many uploads under way.');
  await expectAccessible(page);
  const path = { uploadId: uploads[0]?.id ?? '' };
  await own.post('/me/uploads/{uploadId}/cancel', { path });
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog).toContainText('Uploaded and checked');
});

test('that there is no room for a file is said, and once there is some, it goes on', async ({ page }) => {
  const { dialog, input } = await handIn(page);
  const alert = dialog.getByRole('alert');
  const full = {
    code: 'conflict',
    reason: 'storage_full',
    message: 'The organization stores as much as it may.',
  } as const;
  const nearlyFull = {
    code: 'unavailable',
    message: 'The disk has too little room for the file. Retry later.',
  } as const;
  const refusals = [
    [409, full, 'The space of your organization is used up. Ask its administrators to make room, then try again.'],
    [503, nearlyFull, `The service cannot take the file just now. Try again later. ${nearlyFull.message}`],
  ] as const;
  for (const [status, failure, why] of refusals) {
    await page.route(isCreation, (route) => refuse(route, status, failure));
    await input.setInputFiles(pdf('Plan.pdf'));
    await expect(alert).toContainText('The upload has failed');
    await expect(alert).toContainText(why);
    await expectAccessible(page);
    await page.unroute(isCreation);
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await expect(dialog).toContainText('Uploaded and checked');
    await expect(alert).toHaveCount(0);
  }
});

test('a file that arrives damaged is not taken, and is once it is chosen again', async ({ page }) => {
  const { dialog, input } = await handIn(page);
  const file = pdf('Plan.pdf');
  const damaged = Buffer.from(file.buffer).fill(0, 1_000);
  await page.route(isPart, (route) => route.continue({ postData: damaged }));
  await input.setInputFiles(file);
  const alert = dialog.getByRole('alert');
  await expect(alert).toContainText('It arrived damaged, or it was changed while it was uploaded. Choose it again.');
  await expectAccessible(page);
  await page.unroute(isPart);
  await input.setInputFiles(file);
  await expect(dialog).toContainText('Uploaded and checked');
  await expect(alert).toHaveCount(0);
});

test('a part of another length is refused, and the file is sent again by a button', async ({ page }) => {
  const { dialog, input } = await handIn(page);
  const file = pdf('Plan.pdf');
  await page.route(isPart, (route) => route.continue({ postData: file.buffer.subarray(1) }));
  await input.setInputFiles(file);
  await expect(dialog.getByRole('alert')).toContainText(
    /It was not taken as it was sent\. Try again; if it fails once more, tell your administrators:\s*Part 1 was refused\.Correlation id: [0-9a-f-]{36}/,
  );
  await expectAccessible(page);
  await page.unroute(isPart);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog).toContainText('Uploaded and checked');
});

test('why a file is not taken once it was checked is said in words, and another one is', async ({ page }) => {
  const { dialog, input } = await handIn(page);
  const alert = dialog.getByRole('alert');
  const scan = { measured: true, clean: false, at: new Date().toISOString() } as const;
  const rejections = [
    [{ reason: 'infected', scan }, 'Malware was found in it. Check your device before you choose another file.'],
    [{ reason: 'size_mismatch' }, 'Not all of it arrived as it is on your device. Choose it again.'],
  ] as const;
  for (const [found, why] of rejections) {
    await change(page, ({ status }) => (status === 'open' ? {} : { status: 'rejected', ...found }));
    await input.setInputFiles(pdf('Plan.pdf'));
    await expect(alert).toContainText('This file is not taken');
    await expect(alert).toContainText(why);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Remove the file' }).click();
    await expect(input).toBeFocused();
    await page.unroute(isRead);
    await input.setInputFiles(pdf('Other.pdf'));
    await expect(dialog).toContainText('Uploaded and checked');
    await expect(alert).toHaveCount(0);
  }
});

test('a part that the service does not find is said to be missing, and is sent again', async ({ page }) => {
  const { dialog, input, own } = await handIn(page);
  const parts = await partsOf(page);
  parts.closeAfter(2);
  // The first part is lost on its way, and the page takes it for sent.
  await page.route(isPart, (route) => route.fulfill({ status: 204 }), { times: 1 });
  await change(page, () => ({ parts: [] }), 1);
  const uploadId = await uploadIdOf(page, () => input.setInputFiles(book));
  await expect(dialog.getByRole('status')).toHaveText('Book.pdf: A part of it did not arrive. It is sent again.');
  const { data } = await own.get('/me/uploads/{uploadId}', { path: { uploadId } });
  expect(data).toMatchObject({ status: 'open', reason: 'incomplete', parts: [{ number: 1 }] });
  await expect(dialog.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expectAccessible(page);
  parts.openAll();
  await expect(dialog).toContainText('Uploaded and checked');
  expect(parts.sent).toEqual([PART, PART, LARGE + 9 - 2 * PART, PART]);
});

test('the sizes that the console takes are those of the service', async () => {
  const most = { 'image/png': 20_000_000, 'video/mp4': 2_000_000_000, 'application/pdf': 100_000_000 } as const;
  for (const [mimeType, byteSize] of Object.entries(most) as [keyof typeof most, number][]) {
    const create = (bytes: number) => api.post('/me/uploads', { body: { name: 'Any', mimeType, byteSize: bytes } });
    await expect(create(byteSize + 1)).rejects.toMatchObject({ status: 400, details: [{ field: 'byteSize' }] });
    const { data } = await create(byteSize);
    await api.post('/me/uploads/{uploadId}/cancel', { path: { uploadId: data.id } });
  }
});
