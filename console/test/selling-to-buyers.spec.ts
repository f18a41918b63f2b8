import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { api, expect, serviceUrl, test } from './console.js';
import { newOffer } from './seller.js';
import { connect, stripe, tell, withStripe } from './stripe.js';

/** The example of docs/buying-page.md, at an origin of its own. */
const example = readFileSync(new URL('../../docs/buying-page.html', import.meta.url), 'utf8');
const SERVICE = "'https://api.example.com'";

const PROVIDER = /^https:\/\/checkout\.stripe\.example\//;

let server: Server;
let shop: string;

withStripe();
test.beforeAll(async () => {
  expect(example).toContain(SERVICE);
  server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(example.replace(SERVICE, `'${serviceUrl}'`));
  }).listen(0, 'localhost');
  await new Promise((resolve) => server.once('listening', resolve));
  shop = `http://localhost:${(server.address() as AddressInfo).port}/buy`;
  await api.post('/payment-providers/stripe/disconnect', {}).catch(() => undefined);
  await connect();
});
test.afterAll(async () => {
  await api.post('/payment-providers/stripe/disconnect', {});
  server.close();
});

test('the example of a page for buyers takes an order, leads to the payment, and tells what has come', async ({
  page,
  faults,
}) => {
  const offer = await openShop(page);
  await expect(page.getByRole('heading')).toHaveText(offer.name);
  await expect(page.getByLabel('Payment')).toContainText('In two parts: €900.00');
  const answered = page.waitForResponse((response) => response.url().endsWith('/order'));
  await order(page);
  const answer = await answered;
  expect([answer.status(), await answer.headerValue('access-control-allow-origin')]).toEqual([201, '*']);
  await page.waitForURL(PROVIDER);

  // Whoever comes back without having paid is told so.
  await page.goto(shop);
  await expect(page.getByRole('status')).toContainText('No payment has come yet.');
  await expect(page.getByLabel('E-mail')).toBeHidden();
  await page.getByRole('button', { name: 'Pay what is due' }).click();
  await page.waitForURL(PROVIDER);
  stripe().pay(stripe().sessions.at(-1)?.id ?? '');
  const left = page.url();
  await page.goto(shop);
  await tell();
  await expect(page.getByRole('status')).toHaveText('Thank you. Still to be paid: €450.00');
  await expect(page.getByRole('button')).toHaveCount(0);
  const { data } = await api.get('/sales', { query: { offerId: offer.id } });
  expect(data.items).toMatchObject([{ status: 'active', received: 45_000, fulfillment: { status: 'done' } }]);
  expect(new Set(faults.splice(0))).toEqual(new Set([`requested ${left}`]));
  expect(await page.context().cookies()).toEqual([]);
});

test('an order whose answer is lost is made once; a payment page that has ended is followed by another one', async ({
  page,
  faults,
}) => {
  const offer = await openShop(page);
  await page.route(
    '**/order',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await order(page);
  await expect(page.getByRole('status')).toHaveText('There was no answer. Please try again: nothing is ordered twice.');
  await page.reload();
  await order(page);
  await page.waitForURL(PROVIDER);
  const { data } = await api.get('/sales', { query: { offerId: offer.id } });
  expect(data.items).toMatchObject([{ status: 'reserved' }]);

  const pay = page.getByRole('button', { name: 'Pay what is due' });
  await page.goto(shop);
  await pay.click();
  await page.waitForURL(PROVIDER);
  const former = page.url();
  stripe().expireSession(stripe().sessions.at(-1)?.id ?? '');
  await tell();
  await page.goto(shop);
  await expect(page.getByRole('status')).toHaveText('Your place is kept until you pay.');
  await pay.click();
  await page.waitForURL(PROVIDER);
  expect(page.url()).not.toBe(former);
  faults.splice(0);
  // Without a checkout that is under way the provider can be disconnected.
  await api.post('/sales/{saleId}/cancel', { path: { saleId: data.items[0]?.id ?? '' }, body: { reason: 'Over' } });
  const status = async () =>
    (await api.get('/sales', { query: { offerId: offer.id } })).data.items[0]?.checkout?.status;
  await expect.poll(status).toBe('expired');
});

test('the example says that nothing is sold, and that a link is not good', async ({ page }) => {
  const { offer } = await newOffer();
  const { data: link } = await api.post('/sales-links', { body: { offerId: offer.id } });
  const path = { offerId: offer.id };
  await api.post('/offers/{offerId}/status', { path, body: { status: 'paused' } });
  await page.goto(addressOf(link.url));
  await expect(page.getByRole('status')).toHaveText('Nothing can be bought here at the moment.');
  await expect(page.getByRole('button')).toHaveCount(0);
  await api.post('/sales-links/{salesLinkId}/revoke', { path: { salesLinkId: link.id } });
  await page.reload();
  await expect(page.getByRole('status')).toHaveText('This link is not good any more. Please ask for another one.');
});

/** Opens the page of a new offer; the page of the provider is a stand-in. */
async function openShop(page: Page) {
  const { offer } = await newOffer();
  await page.route(PROVIDER, (route) => route.fulfill({ body: 'The page of the provider' }));
  await page.goto(await sharedLink(offer.id));
  return offer;
}

async function order(page: Page): Promise<void> {
  await page.getByLabel('Payment').selectOption('in_two');
  await page.getByLabel('Name').fill('Nora North');
  await page.getByLabel('E-mail').fill('nora.north@buyers.example');
  await page.getByRole('button', { name: 'Order and pay' }).click();
}

async function sharedLink(offerId: string): Promise<string> {
  const { data } = await api.post('/sales-links', { body: { offerId } });
  return addressOf(data.url);
}

/** The page with the token of a link. */
function addressOf(url: unknown): string {
  return `${shop}#${String(url).split('/').at(-1) ?? ''}`;
}
