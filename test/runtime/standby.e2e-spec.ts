import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { query, startPrimary, startStandby, type Server, type Standby } from '../support/standby.js';

let primary: Server;
let standby: Standby;

beforeAll(async () => {
  primary = await startPrimary();
  await query(primary.ownerUrl, 'create table kept (id int)');
  standby = await startStandby(primary, { synchronous: true });
});

afterAll(async () => {
  await primary.stop();
  await standby.stop();
});

it('replays what the primary commits, unless its replay is paused, and refuses writes', async () => {
  await standby.pauseReplay();
  await query(primary.ownerUrl, 'insert into kept values (1)');
  expect(await query(standby.ownerUrl, 'select id from kept')).toEqual([]);
  await standby.resumeReplay();
  await standby.caughtUp();
  expect(await query(standby.ownerUrl, 'select id from kept')).toEqual([{ id: 1 }]);
  await expect(query(standby.ownerUrl, 'insert into kept values (2)')).rejects.toMatchObject({ code: '25006' });
});

it('takes over from a primary that is killed, and can have a standby itself', async () => {
  await primary.kill();
  await expect(query(primary.ownerUrl, 'select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  await standby.promote();
  await query(standby.ownerUrl, 'insert into kept values (3)');
  const next = await startStandby(standby, { synchronous: true });
  try {
    await next.caughtUp();
    expect(await query(next.ownerUrl, 'select id from kept order by id')).toEqual([{ id: 1 }, { id: 3 }]);
  } finally {
    await next.stop();
  }
});
