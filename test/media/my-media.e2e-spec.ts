import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { useSchool } from '../support/use-school.js';

const { school } = useSchool();

const file = {
  kind: 'file',
  title: 'My plan',
  mimeType: 'application/pdf',
  url: 'https://files.example.com/plan.pdf',
};

const elsewhere = { stored: false, byteSize: null, sha256: null };

it('is registered by the person, with the event of every media, and can be handed in', async () => {
  const person = await school.person();
  const enrollmentId = await school.enrollment({ member_id: person.memberId });
  const task = await school.task({ enrollment_id: enrollmentId });
  const accepted_formats = JSON.stringify([{ kind: 'file', mimeTypes: [] }]);
  const deliverableId = await school.deliverable(task, { accepted_formats });
  const { status, body } = await person.client.post('/me/media', {
    ...file,
    posterMediaId: await school.media('image'),
  });
  const media = (body as { data: { id: string } }).data;
  expect([status, media]).toEqual([
    201,
    {
      ...file,
      ...elsewhere,
      id: media.id,
      posterMediaId: null,
      createdBy: person.accountId,
      createdAt: expect.any(String),
    },
  ]);
  const { audit, events } = await school.trail();
  expect(events).toMatchObject([
    { name: 'media.created', data: { mediaId: media.id, kind: 'file', title: file.title } },
  ]);
  expect(audit.map(({ changes }) => changes)).toEqual([{ kind: 'file', mimeType: file.mimeType }]);
  const submitted = await person.client.post(`/deliverables/${deliverableId}/submissions`, {
    kind: 'file',
    mediaId: media.id,
  });
  expect(submitted.status).toBe(201);
});

it.each([
  ['pending', 403],
  ['active', 201],
  ['paused', 201],
  ['completed', 403],
  ['withdrawn', 403],
  ['failed', 403],
  ['transferred', 403],
])('whose only enrollment is %s: %d', async (status, expected) => {
  const person = await school.person();
  await school.enrollment({ member_id: person.memberId, status });
  expect((await person.client.post('/me/media', file)).status).toBe(expected);
});

it('is refused to somebody without an enrollment, whatever their role, and writes nothing', async () => {
  await school.enrollment();
  const digest = await school.digest();
  for (const { client } of [school.owner, await school.person('MEMBER', { role: 'coach' })]) {
    expect((await client.post('/me/media', file)).status).toBe(403);
  }
  const { rows } = await school.rows('select 1 from media where organization_id = $1');
  expect([digest.length > 0, rows]).toEqual([true, []]);
});

it('leaves neither title nor address in the audit entry, as media of the staff do', async () => {
  const person = await school.person();
  await school.enrollment({ member_id: person.memberId });
  const canary = { ...file, title: 'canary', url: 'https://files.example.com/canary.pdf' };
  expect((await person.client.post('/me/media', canary)).status).toBe(201);
  expect(JSON.stringify((await school.trail()).audit)).not.toContain('canary');
  expect((await school.owner.client.post('/media', canary)).status).toBe(201);
  const { audit } = await school.trail();
  expect(audit[1].changes).toEqual({ ...canary, posterMediaId: null });
});

it("replays under the person's own key only", async () => {
  const [one, other] = [await school.person(), await school.person()];
  for (const { memberId } of [one, other]) await school.enrollment({ member_id: memberId });
  const options = { idempotencyKey: randomUUID() };
  const first = await one.client.post('/me/media', file, options);
  const second = await other.client.post('/me/media', { ...file, title: 'Another plan' }, options);
  const again = await one.client.post('/me/media', file, options);
  const told = [first, second, again].map(({ status, body }) => [
    status,
    (body as { replayed: boolean }).replayed,
    (body as { data: { createdBy: string } }).data.createdBy,
  ]);
  expect(told).toEqual([
    [201, false, one.accountId],
    [201, false, other.accountId],
    [200, true, one.accountId],
  ]);
});
