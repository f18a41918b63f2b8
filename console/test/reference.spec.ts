import { api, demo, expect, test } from './console.js';

/** That no page breaks its policy or asks another host is watched by `test`, for this one as for the console. */
test('the reference page sends a write with the key that was typed in, each time under a new Idempotency-Key', async ({
  page,
}) => {
  await page.addInitScript(() =>
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      // A library in Scalar's bundle asks whether it may compile code, and does without.
      if (blockedURI !== 'eval') console.error(`violates ${effectiveDirective}: ${blockedURI}`);
    }),
  );
  await page.goto('/docs');
  await expect(page.getByRole('heading', { level: 1, name: 'Delivery Service' })).toBeVisible();
  await page.getByText('Groups', { exact: true }).first().click();
  await page.getByText('Create a group').first().click();
  await page.getByRole('button', { name: 'Test Request (post /api/v1/groups)' }).click();
  const client = page.getByRole('dialog', { name: 'API Client' });
  await client.getByRole('textbox', { name: 'Value' }).fill(demo.keys.owner);

  const keys = new Set<string>();
  for (const count of [1, 2]) {
    const answered = page.waitForResponse((response) => response.url().endsWith('/api/v1/groups'));
    await client.getByRole('button', { name: /^Send post request to / }).click();
    const answer = await answered;
    expect(answer.status()).toBe(201);
    const key = (await answer.request().allHeaders())['idempotency-key'] ?? '';
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    expect(keys.add(key).size).toBe(count);
    const { data: made } = (await answer.json()) as { data: { id: string; name: string } };
    const { data } = await api.get('/groups/{groupId}', { path: { groupId: made.id } });
    expect(data.name).toBe(made.name);
  }
});

test('the guide stands beside the operations of the reference page, and the search finds an operation', async ({
  page,
}) => {
  await page.goto('/docs');
  const sidebar = page.locator('aside').first();
  await sidebar.getByText('Introduction', { exact: true }).click();
  for (const name of ['Idempotency', 'Errors', 'Lists', 'Signals', 'Webhooks', 'Agents']) {
    await expect(sidebar.getByText(name, { exact: true }).first()).toBeVisible();
  }
  await page.keyboard.press('Control+k');
  const search = page.getByRole('dialog').getByRole('combobox');
  await search.fill('restore');
  await expect(page.getByRole('option', { name: /^Operation: Restore an archived program/ })).toBeVisible();
});
