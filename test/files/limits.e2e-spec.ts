import { describe, expect, it } from '@jest/globals';
import { useSchool } from '../support/use-school.js';
import { announce, fetched, PDF, send, uploaded } from './files.js';

describe('an organization', () => {
  const { school } = useSchool({ settings: { FILE_QUOTA_MB: 1 } });

  it('stores no more than it may, what is announced included', async () => {
    const body = (byteSize: number) => ({ name: 'a.pdf', mimeType: 'application/pdf', byteSize });
    await uploaded(school, school.owner.client, PDF);
    const open = await school.owner.client.post('/me/uploads', body(900_000));
    expect(open.status).toBe(201);
    const refused = await school.owner.client.post('/me/uploads', body(100_001));
    expect([refused.status, refused.body.reason]).toEqual([409, 'storage_full']);
    await school.owner.client.post(`/me/uploads/${open.body.data.id}/cancel`);
    expect((await school.owner.client.post('/me/uploads', body(900_000))).status).toBe(201);
  });

  it('announces at once no more than it may', async () => {
    const body = { name: 'a.pdf', mimeType: 'application/pdf', byteSize: 400_000 };
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => school.owner.client.post('/me/uploads', body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409]);
  });
});

describe('a disk with too little room', () => {
  const { school } = useSchool({ settings: { FILE_MIN_FREE_MB: 1_000_000_000 } });

  it('takes nothing, and says when to try again', async () => {
    const digest = await school.digest();
    const body = { name: 'a.pdf', mimeType: 'application/pdf', byteSize: 9 };
    const refused = await school.owner.client.post('/me/uploads', body);
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1']);
    expect(await school.digest()).toEqual(digest);
  });
});

describe('an address that sends what gives no access', () => {
  const { app, school } = useSchool({ settings: { DOOR_REQUESTS_PER_MINUTE: 3 } });

  it('is refused after a few, also with what gives access', async () => {
    const { parts } = await announce(school.owner.client, PDF);
    for (let count = 0; count < 5; count += 1) expect((await send(school, parts[0].url, PDF)).status).toBe(204);
    for (let count = 0; count < 3; count += 1) {
      expect((await fetched(school, `${app.url}/content/nothing`)).status).toBe(404);
    }
    const refused = await send(school, parts[0].url, PDF);
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
  });
});
