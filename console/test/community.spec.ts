import { DeliveryClient } from '@delivery-service/client';
import type { Page } from '@playwright/test';
import { api, choose, expect, expectAccessible, expectToFit, open, serviceUrl, test } from './console.js';
import { pdf } from './media.js';
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
  await dialog.getByLabel('File').setInputFiles(pdf('What I heard.pdf'));
  await expect(dialog.getByRole('status')).toContainText('Uploaded and checked');
  await dialog.getByRole('button', { name: 'Write a comment' }).click();
  const comment = page.getByRole('article', { name: 'So did I.' });
  await expect(comment.getByRole('link', { name: 'What I heard.pdf' })).toBeVisible();
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
  await staff.getByRole('group', { name: 'Cases' }).getByRole('button', { name: 'decided' }).click();
  await expect(found).toContainText('Remove the post');
  await staff.context().close();

  await page.goto('/console/community/reports');
  const report = page.getByRole('table', { name: 'Reports' }).getByRole('row', { name: 'upheld' });
  await expect(report.getByRole('time')).toHaveCount(2);
  await expect(report.getByRole('link', { name: 'Open the post' })).toHaveAttribute('href', /community\/posts/);
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
  await expect(page.getByRole('button', { name: /^Block/ })).toBeVisible();
  const other = await newcomer('MEMBER');
  await as(reader).put('/me/blocks', { body: { memberIds: [other.member.id] } });
  await page.getByRole('button', { name: /^Block/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click();
  await expect(page.getByText('Somebody whom you have blocked wrote this.')).toBeVisible();
  await expect(page.getByText(words)).toHaveCount(0);
  await expect(page.getByRole('link', { name: /1 comment|^Open the post/ })).toBeVisible();
  await page.goto('/console/community/reports');
  await expect(page.getByText('2 people are blocked')).toBeVisible();
  await page.getByRole('button', { name: 'Take all blocks back' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take all blocks back' }).click();
  await page.goto(`/console/community/${space.id}`);
  await expect(page.getByText(words)).toBeVisible();
});

test('a director of one program creates spaces of it and of its cohorts, and a group has its own', async ({
  page,
  browser,
}) => {
  const { cohort } = await newSpace();
  const { programId } = cohort;
  const director = await newcomer('MEMBER', { role: 'program_director', scope: 'program', programId });
  const { data: program } = await api.get('/programs/{programId}', { path: { programId } });
  const create = async (on: Page, name: string, more = () => Promise.resolve()) => {
    await on.getByRole('button', { name: 'Create a space' }).click();
    const dialog = on.getByRole('dialog');
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('Who posts').selectOption('staff');
    await more();
    await dialog.getByRole('button', { name: 'Create a space' }).click();
    await expect(on.getByRole('heading', { level: 1, name })).toBeVisible();
  };
  await open(page, '/community', director);
  await create(page, unique('Program news'), () => choose(page, 'Program', program.name));
  await page.goto(`/console/programs/cohorts/${cohort.id}`);
  const ofCohort = unique('Cohort news');
  await create(page, ofCohort);
  await page.getByRole('button', { name: 'Edit the space' }).click();
  await page.getByRole('dialog').getByLabel('Who posts').selectOption('members');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The space is saved.')).toBeVisible();
  const body = {
    name: unique('Readers'),
    type: 'level' as const,
    scope: 'cohort' as const,
    programId,
    cohortId: cohort.id,
  };
  const { data: group } = await api.post('/groups', { body });
  const owner = await (await browser.newContext()).newPage();
  await open(owner, `/groups/${group.id}`);
  const ofGroup = unique('Group news');
  await create(owner, ofGroup);
  await owner.context().close();
  const { data } = await api.get('/spaces', { query: { programId, limit: 100 } });
  const found = data.items.map(({ name, scope, posting }) => [name, scope, posting]);
  expect(found).toContainEqual([ofCohort, 'cohort', 'members']);
  const { data: all } = await api.get('/spaces', { query: { scope: 'group', limit: 100 } });
  expect(all.items.map(({ name, groupId }) => [name, groupId])).toContainEqual([ofGroup, group.id]);
});

test('somebody is muted at a post of theirs, and posts again once that is taken back', async ({ page }) => {
  const { space, people } = await newSpace();
  const [writer] = people;
  const words = 'A long story. '.repeat(30);
  await post(as(writer), space.id, words);
  await open(page, `/community/${space.id}`);
  const name = (await page.getByRole('article').getAttribute('aria-label')) ?? '';
  expect([name.length <= 81, name.startsWith('A long story.')]).toEqual([true, true]);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: `Mute in the community: ${writer.member.name}` }).click();
  const ahead = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 16);
  await dialog.getByLabel('Until').fill(ahead);
  await dialog.getByLabel('Why').fill('Asked twice');
  await dialog.getByRole('button', { name: 'Mute in the community' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(post(as(writer), space.id, 'More')).rejects.toMatchObject({ status: 409 });
  await page.goto('/console/moderation');
  const row = page.getByRole('row', { name: writer.member.name });
  await expect(row).toContainText('Asked twice');
  await expectAccessible(page);
  await expectToFit(page);
  await row.getByRole('button', { name: 'Let them post again' }).click();
  await dialog.getByRole('button', { name: 'Let them post again' }).click();
  await expect(row).toHaveCount(0);
  await post(as(writer), space.id, 'More');
});
