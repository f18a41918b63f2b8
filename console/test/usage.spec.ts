import { csvOf } from './charts.js';
import { api, expect, expectAccessible, expectToFit, open, test } from './console.js';

/** The service writes its counts once a minute. */
const WRITTEN = { timeout: 90_000 };

test('requests are drawn by day and added up by key', async ({ page }) => {
  test.setTimeout(150_000);
  const { data: me } = await api.get('/me');
  const apiKeyId = me.apiKey?.id ?? '';
  // One for each day: the tests may have begun before midnight.
  const countsOf = async () => (await api.get('/api-usage', { query: { apiKeyId } })).data.items;
  await expect.poll(async () => (await countsOf())[0]?.reads ?? 0, WRITTEN).toBeGreaterThan(0);
  await open(page, `/usage?apiKeyId=${apiKeyId}`);
  const row = page.getByRole('table', { name: 'By key' }).getByRole('row').nth(1);
  await expect(row).toContainText(String(me.apiKey?.prefix));
  await expect(async () => {
    await page.reload();
    const counts = await countsOf();
    const requests = counts.reduce((sum, day) => sum + day.requests, 0);
    await expect(row.getByRole('cell').nth(1)).toHaveText(requests.toLocaleString('en-GB'), { timeout: 2_000 });
    const { lines } = await csvOf(page, 'API usage Requests');
    expect(lines[0]).toBe('Day,Reads,Writes');
    expect(lines).toHaveLength(31);
    const today = new Date().toISOString().slice(0, 10);
    const { reads, writes } = counts.find(({ date }) => date === today) ?? { reads: 0, writes: 0 };
    expect(lines.at(-1)).toBe(`${today},${String(reads)},${String(writes)}`);
  }).toPass(WRITTEN);
  const requests = page.getByRole('region', { name: 'Requests', exact: true });
  await requests.getByRole('button', { name: 'Table: Requests' }).focus();
  await page.keyboard.press('Space');
  await expect(requests.getByRole('table', { name: 'Requests' }).getByRole('row')).toHaveCount(31);
  await expectAccessible(page);
  await expectToFit(page);
});

test('days of which there is too much to read have no value, and say why', async ({ page }) => {
  // Each page is half a day of one of many keys, and never the last one.
  await page.route('**/api/v1/api-usage?*', async (route) => {
    const at = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0);
    const date = new Date(Date.now() - Math.floor(at / 2) * 86_400_000).toISOString().slice(0, 10);
    const counts = { requests: 1, reads: 1, writes: 0, replays: 0, refused: { 404: 1 }, throttled: 0 };
    const items = Array.from({ length: 100 }, (_, key) => ({ date, apiKeyId: `${at % 2}-${key}`, ...counts }));
    const data = { items, nextCursor: String(at + 1) };
    await route.fulfill({ json: { success: true, correlationId: 'test', data } });
  });
  await open(page, '/usage');
  const requests = page.getByRole('region', { name: 'Requests', exact: true });
  await expect(requests).toContainText(
    '5 of 30 days not measured: this was not read; choose a shorter period or one key.',
  );
  const { lines } = await csvOf(page, 'API usage Requests');
  const missing = 'not measured: this was not read; choose a shorter period or one key';
  expect(lines.slice(1, 6).map((line) => line.slice(11))).toEqual(Array(5).fill(`${missing},${missing}`));
  expect(lines.slice(6).map((line) => line.slice(11))).toEqual(Array(25).fill('200,0'));
  await expect(page.getByRole('table', { name: 'By key' }).getByRole('row').nth(1)).toContainText('404: 25');
});

test('a period that is too long is refused in the words of the service; only administrators get usage', async ({
  page,
}) => {
  await open(page, '/usage?from=2026-01-01&to=2026-12-31', 'admin');
  await expect(page.getByRole('alert')).toContainText('must be less than 92 days after from');
  await expect(page.getByRole('navigation').getByRole('link', { name: 'API usage' })).toBeVisible();
  await open(page, '/usage', 'director');
  await expect(page.getByRole('alert')).toContainText('Your role does not allow this');
  await expect(page.getByRole('navigation').getByRole('link', { name: 'API usage' })).toHaveCount(0);
});
