import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { EICAR, freePort, scanner, standIn, type Scanner } from '../support/scanner.js';
import { until } from '../support/until.js';
import { useSchool } from '../support/use-school.js';
import { announce, check, PDF, PNG, read, sendAll, uploaded } from './files.js';

describe('a scanner', () => {
  const settings: Record<string, string> = {};
  let clamd: Scanner;
  beforeAll(async () => {
    clamd = await scanner();
    settings.FILE_SCANNER = `clamd://127.0.0.1:${clamd.port}`;
    await clamd.start();
  });
  const { app, school } = useSchool({ settings });
  afterAll(() => clamd.stop());
  afterEach(() => app.moveClock(0));

  it('lets through what it finds nothing in, and says when', async () => {
    const open = await announce(school.owner.client, PDF);
    expect(open).toMatchObject({ scan: { measured: false, reason: 'not_scanned' } });
    const upload = await uploaded(school, school.owner.client, PDF);
    expect(upload).toMatchObject({ status: 'ready', scan: { measured: true, clean: true, at: expect.any(String) } });
  });

  it('has an infected file rejected, whose bytes go', async () => {
    const upload = await uploaded(school, school.owner.client, Buffer.from(EICAR), { mimeType: 'text/plain' });
    expect(upload).toMatchObject({ status: 'rejected', reason: 'infected', scan: { measured: true, clean: false } });
    const { events } = await school.trail();
    expect(events.at(-1)).toMatchObject({ name: 'upload.rejected', data: { reason: 'infected' } });
    const { rows } = await app.rows.query('select object_key, has_parts from uploads where id = $1', [upload.id]);
    expect(rows).toEqual([{ object_key: null, has_parts: false }]);
  });

  it('is not asked about what is rejected anyway', async () => {
    const upload = await uploaded(school, school.owner.client, PNG, { mimeType: 'application/pdf' });
    expect(upload).toMatchObject({ reason: 'type_mismatch', scan: { measured: false, reason: 'not_scanned' } });
  });

  it('is waited for while it cannot be reached', async () => {
    const upload = await announce(school.owner.client, PDF);
    await sendAll(school, upload, PDF);
    await school.owner.client.post(`/me/uploads/${upload.id}/complete`);
    await clamd.stop();
    try {
      await check(school);
      expect(await read(school.owner.client, upload.id)).toMatchObject({
        status: 'checking',
        reason: 'scanner_unreachable',
      });
      const { rows } = await app.rows.query<{ due_at: Date }>(
        `select due_at from scheduled_jobs where organization_id = $1 and name = 'uploads'`,
        [school.id],
      );
      const waits = rows[0].due_at.getTime() - Date.now();
      expect([waits > 0, waits <= 30_000]).toEqual([true, true]);
    } finally {
      await clamd.start();
    }
    await check(school);
    expect(await read(school.owner.client, upload.id)).toMatchObject({ status: 'ready', reason: null });
  });
});

describe('a scanner that gives no verdict', () => {
  const settings: Record<string, string> = {};
  let said: string | Promise<string> = '';
  let clamd: Scanner;
  beforeAll(async () => {
    clamd = standIn(await freePort(), (content) => (content.includes('good') ? 'stream: OK' : said));
    settings.FILE_SCANNER = `clamd://127.0.0.1:${clamd.port}`;
    await clamd.start();
  });
  const { app, school } = useSchool({ settings });
  afterAll(() => clamd.stop());

  it('in a while is waited for, and no other worker begins meanwhile', async () => {
    let answer: (verdict: string) => void = () => undefined;
    said = new Promise<string>((resolve) => (answer = resolve));
    const working = uploaded(school, school.owner.client, Buffer.from('slow text'), { mimeType: 'text/plain' });
    const leasedUntil = async () => {
      const { rows } = await app.rows.query<{ leased_until: Date | null }>(
        `select leased_until from scheduled_jobs where organization_id = $1 and name = 'uploads'`,
        [school.id],
      );
      return rows.at(0)?.leased_until?.getTime() ?? 0;
    };
    await until(async () => (await leasedUntil()) > 0);
    const first = await leasedUntil();
    await until(async () => (await leasedUntil()) > first + 5_000);
    answer('stream: OK');
    expect((await working).status).toBe('ready');
  });

  it.each(['INSTREAM size limit exceeded. ERROR', '', 'stream: NOT OK', 'UNKNOWN COMMAND'])(
    'but %j is waited for, and holds up no other file',
    async (answer) => {
      said = answer;
      const [bad, good] = [Buffer.from('bad text'), Buffer.from('good text')];
      const first = await uploaded(school, school.owner.client, bad, { mimeType: 'text/plain' });
      const second = await uploaded(school, school.owner.client, good, { mimeType: 'text/plain' });
      expect([first.status, first.reason, second.status]).toEqual(['checking', 'scanner_unreachable', 'ready']);
      said = 'stream: OK';
      await check(school);
      expect((await read(school.owner.client, first.id)).status).toBe('ready');
    },
  );
});
