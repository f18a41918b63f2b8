import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { api, expect, expectAccessible, expectToFit, later, open, test } from './console.js';
import { unique } from './school.js';

let receiver: Server | undefined;
/** What the receiver answers to events. */
let status = 204;
/** The secret that the receiver knows. */
let secret = '';

test.beforeEach(async () => {
  status = 204;
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const message = JSON.parse(Buffer.concat(chunks).toString()) as { type: string; challenge: string };
      if (message.type !== 'webhook.verification') {
        response.writeHead(status).end('from the receiver');
        return;
      }
      const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
      const proof = createHmac('sha256', key).update(`verify.${message.challenge}`).digest('base64');
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ challenge: message.challenge, response: proof }));
    });
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
});

test.afterEach(() => {
  receiver?.closeAllConnections();
  receiver?.close();
});

const address = () => `http://127.0.0.1:${(receiver?.address() as AddressInfo).port}/hook`;

test('a subscription, from its creation to a rotated secret', async ({ page }) => {
  await page.clock.install();
  const name = unique('Receiver');
  await open(page, '/webhooks');
  await page.getByRole('button', { name: 'Create a subscription' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Address').fill(address());
  secret = await dialog.getByLabel('Signing secret').inputValue();
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create a subscription' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await later(page, (limit) => expect(page.getByText('active', { exact: true })).toBeVisible(limit));

  await page.getByRole('button', { name: 'Send a test message' }).click();
  await dialog.getByRole('button', { name: 'Send a test message' }).click();
  await expect(dialog).toContainText('The test message: succeeded.');
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();

  await api.post('/programs', { body: { name: unique('Program') } });
  const deliveries = page.getByRole('table', { name: 'Deliveries' });
  const row = deliveries.getByRole('row', { name: /program\.created/ }).first();
  await later(page, (limit) => expect(row).toContainText('204', limit));
  await expectAccessible(page);
  await expectToFit(page);
  await row.getByRole('button', { name: 'Send again' }).click();
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await later(page, (limit) => expect(row).toContainText('Attempt 2', limit));

  await page.getByRole('button', { name: 'Rotate the secret' }).click();
  await expect(dialog).toContainText('From now on nothing is signed with the old secret.');
  secret = await dialog.getByLabel('Signing secret').inputValue();
  await dialog.getByRole('button', { name: 'Rotate the secret' }).click();
  await expect(dialog).toHaveCount(0);
  const path = { subscriptionId: page.url().split('/').at(-1) ?? '' };
  const statusNow = async () => (await api.get('/webhook-subscriptions/{subscriptionId}', { path })).data.status;
  await expect.poll(statusNow, { timeout: 30_000 }).toBe('active');
  await expect(page.getByText('active', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Pause' }).click();
  await dialog.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('paused', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL('/console/webhooks');
  await expect(page.getByRole('link', { name })).toHaveCount(0);
});

test('why a verification failed is said in words, and what a receiver answered to an event', async ({ page }) => {
  await page.clock.install();
  const name = unique('Stranger');
  secret = 'whsec_AAAA';
  const body = { name, endpointUrl: address(), eventNames: ['*'] as ['*'], secret: 'another secret of 32 characters!' };
  const { data } = await api.post('/webhook-subscriptions', { body });
  await open(page, `/webhooks/${data.id}`);
  const why = 'The answer does not prove that the endpoint has the secret.';
  await later(page, (limit) => expect(page.getByText(why)).toBeVisible(limit));
  await open(page, '/webhooks');
  await expect(page.getByRole('row', { name })).toContainText(why);
  await expectAccessible(page);
  await expectToFit(page);
  await api.delete('/webhook-subscriptions/{subscriptionId}', { path: { subscriptionId: data.id } });
});

test('what a receiver refused is sent at once when it works again', async ({ page }) => {
  await page.clock.install();
  secret = `whsec_${randomBytes(32).toString('base64')}`;
  const body = {
    name: unique('Failing'),
    endpointUrl: address(),
    eventNames: ['program.created'] as ['program.created'],
  };
  const { data } = await api.post('/webhook-subscriptions', { body: { ...body, secret } });
  const path = { subscriptionId: data.id };
  const statusNow = async () => (await api.get('/webhook-subscriptions/{subscriptionId}', { path })).data.status;
  await expect.poll(statusNow, { timeout: 30_000 }).toBe('active');
  status = 500;
  await api.post('/programs', { body: { name: unique('Program') } });
  await open(page, `/webhooks/${data.id}`);
  const row = page.getByRole('table', { name: 'Deliveries' }).getByRole('row', { name: /program\.created/ });
  // The third attempt would be made minutes later.
  await later(page, (limit) => expect(row).toContainText('Attempt 2', limit));
  await page.goto('/console/webhooks');
  const failing = page.getByRole('row', { name: body.name });
  await expect(failing).toContainText('active');
  await expect(failing).toContainText('1 of the latest 1 delivery failing');
  await expectAccessible(page);
  await failing.getByRole('link', { name: body.name }).click();
  await expect(page.getByText('1 of the latest 1 delivery failing')).toBeVisible();
  status = 204;
  await row.getByRole('button', { name: 'Send again' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
  await later(page, (limit) => expect(row).toContainText('Attempt 3', limit));
  await expect(row).toContainText('204');
  await api.delete('/webhook-subscriptions/{subscriptionId}', { path });
});

test('an event feed is created, read by its path, and closed; an event that does not exist is refused at its field', async ({
  page,
}) => {
  const name = unique('Feed');
  await open(page, '/webhooks');
  await page.getByRole('button', { name: 'Create an event feed' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('combobox', { name: 'Events' }).fill('program.imagined');
  await dialog.getByRole('combobox', { name: 'Events' }).press('Enter');
  await dialog.getByRole('button', { name: 'Create an event feed' }).click();
  await expect(dialog.locator('[data-field=eventNames]')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await dialog.getByRole('combobox', { name: 'Events' }).press('Backspace');
  await dialog.getByRole('button', { name: 'Create an event feed' }).click();
  const row = page.getByRole('table', { name: 'Event feeds' }).getByRole('row', { name });
  const shown = String(await row.getByText('GET /api/v1/event-feeds/').textContent());
  const eventFeedId = shown.split('/')[4] ?? '';
  await api.post('/programs', { body: { name: unique('Program') } });
  const types = async () => {
    const { data } = await api.get('/event-feeds/{eventFeedId}/events', { path: { eventFeedId } });
    return data.events.map(({ type }) => type);
  };
  await expect.poll(types, { timeout: 30_000 }).toContain('program.created');
  await expectAccessible(page);
  await expectToFit(page);
  await row.getByRole('button', { name: 'Close the feed' }).click();
  await dialog.getByRole('button', { name: 'Close the feed' }).click();
  await expect(row).toContainText('closed');
  await expect(types()).rejects.toThrow();
});

test('who may not see webhooks is told why', async ({ page }) => {
  await open(page, '/webhooks', 'director');
  await expect(page.getByRole('alert')).toContainText('Your role does not allow this');
});
