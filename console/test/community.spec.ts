import { DeliveryClient } from '@delivery-service/client';
import { api, expect, expectAccessible, expectToFit, open, serviceUrl, test } from './console.js';
import { newcomer, newCohort, unique } from './school.js';

/** Two people of a cohort, with their keys, and a space of it. */
async function newSpace(posting: 'members' | 'staff' = 'members') {
  const cohort = await newCohort();
  const people = [await newcomer('MEMBER'), await newcomer('MEMBER')] as const;
  for (const { member } of people) {
    const body = { memberId: member.id, status: 'active' as const };
    await api.post('/cohorts/{cohortId}/enrollments', { path: { cohortId: cohort.id }, body });
  }
  const place = { scope: 'cohort' as const, programId: cohort.programId, cohortId: cohort.id };
  const { data: space } = await api.post('/spaces', { body: { name: unique('Space'), posting, ...place } });
  return { cohort, space, people };
}

const as = ({ key }: { key: string }) => new DeliveryClient({ url: serviceUrl, apiKey: key });
const post = async (client: DeliveryClient, spaceId: string, body: string, parentId: string | null = null) =>
  (await client.post('/spaces/{spaceId}/posts', { path: { spaceId }, body: { body, parentId } })).data;

test('a space is created and archived, and says then why nobody posts', async ({ page }) => {
  await open(page, '/community');
  await page.getByRole('button', { name: 'Create a space' }).click();
  const dialog = page.getByRole('dialog');
  const name = unique('Evening talk');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Who posts').selectOption('members');
  await dialog.getByLabel('Who reads it').selectOption('organization');
  await dialog.getByRole('button', { name: 'Create a space' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.getByRole('button', { name: 'Write a post' }).click();
  await dialog.getByLabel('Title').fill('Welcome');
  await dialog.getByLabel('Text').fill('Say who you are.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Write a post' }).click();
  await expect(page.getByRole('article', { name: 'Welcome' })).toContainText('Say who you are.');
  await expectAccessible(page);
  await expectToFit(page);
  await page.getByRole('button', { name: 'Archive the space' }).click();
  await dialog.getByRole('button', { name: 'Archive the space' }).click();
  await expect(page.getByText('This space is archived')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Write a post' })).toHaveCount(0);
});

test('somebody enrolled reads what is new, comments, reacts, and changes only what they wrote', async ({ page }) => {
  const { space, people } = await newSpace();
  const [writer, reader] = people;
  await post(as(writer), space.id, 'I asked first, and then listened.');
  await open(page, '/community', reader);
  const row = page.getByRole('row', { name: space.name });
  await expect(row).toContainText('1 post');
  await row.getByRole('link', { name: space.name }).click();
  await page.getByRole('button', { name: 'Mark as read' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Mark as read' }).click();
  await expect(page.getByRole('button', { name: 'Mark as read' })).toHaveCount(0);
  await page.getByRole('button', { name: `React: post of ${writer.member.name}` }).click();
  await dialog.getByRole('checkbox', { name: 'support' }).check();
  await dialog.getByRole('button', { name: 'React' }).click();
  await expect(page.getByText('Reactions: support 1')).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Edit|Delete|Pin)/ })).toHaveCount(0);
  await page.getByRole('link', { name: 'Open the post: I asked first' }).click();
  await page.getByRole('button', { name: 'Write a comment' }).click();
  await dialog.getByLabel('Text').fill('So did I.');
  await dialog.getByRole('button', { name: 'Write a comment' }).click();
  const comment = page.getByRole('article', { name: 'So did I.' });
  await expect(comment).toBeVisible();
  await comment.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabel('Text').fill('So did I, twice.');
  await dialog.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByRole('article', { name: 'So did I, twice.' })).toContainText('edited');
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Delete/ }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Deleted by its author.')).toBeVisible();
});

test('a report becomes a case, and one decision answers it: the post goes, and its author may only read', async ({
  page,
  browser,
}) => {
  const { space, people } = await newSpace();
  const [writer, reader] = people;
  const words = unique('Call me at once');
  await post(as(writer), space.id, words);
  await open(page, `/community/${space.id}`, reader);
  await page.getByRole('button', { name: /^Report/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('What is wrong').selectOption('personal_data');
  await dialog.getByLabel('In your words').fill('A telephone number');
  await dialog.getByRole('button', { name: 'Report' }).click();
  await expect(dialog).toHaveCount(0);

  const staff = await (await browser.newContext()).newPage();
  await open(staff, '/moderation');
  const found = staff.getByRole('article').filter({ hasText: words });
  await expect(found).toContainText('A telephone number');
  await expectAccessible(staff);
  await found.getByRole('button', { name: /^Decide/ }).click();
  const decision = staff.getByRole('dialog');
  await decision.getByLabel('Decision').selectOption('remove');
  await decision.getByLabel('Days in which the author may only read').fill('7');
  await decision.getByRole('button', { name: 'Decide' }).click();
  await expect(found).toHaveCount(0);
  await staff.context().close();

  await page.goto('/console/community/reports');
  await expect(page.getByRole('table', { name: 'Reports' })).toContainText('upheld');
  await expectAccessible(page);
  const author = await (await browser.newContext()).newPage();
  await open(author, `/community/${space.id}`, writer);
  await expect(author.getByText('Removed by those who moderate the space.')).toBeVisible();
  await expect(author.getByText('Posting is not open to you here now.')).toBeVisible();
  await expect(author.getByText(words)).toHaveCount(0);
  await author.context().close();
});

test('whoever is blocked is not read any more, and their post keeps its place until the block is taken back', async ({
  page,
}) => {
  const { space, people } = await newSpace();
  const [writer, reader] = people;
  const words = unique('Loud words');
  const { id } = await post(as(writer), space.id, words);
  await post(as(reader), space.id, 'A comment that stays', id);
  await open(page, `/community/${space.id}`, reader);
  await page.getByRole('button', { name: /^Block/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click();
  await expect(page.getByText('Somebody whom you have blocked wrote this.')).toBeVisible();
  await expect(page.getByText(words)).toHaveCount(0);
  await expect(page.getByRole('link', { name: /1 comment|^Open the post/ })).toBeVisible();
  await page.goto('/console/community/reports');
  await expect(page.getByText('1 person is blocked')).toBeVisible();
  await page.getByRole('button', { name: 'Take all blocks back' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take all blocks back' }).click();
  await page.goto(`/console/community/${space.id}`);
  await expect(page.getByText(words)).toBeVisible();
});
