/**
 * It declares statements and operations of its own.
 *
 * @isolated
 */

import { randomUUID } from 'node:crypto';
import { Controller } from '@nestjs/common';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { administrators, type Caller } from '#kernel/access';
import { notFound } from '#kernel/errors';
import { declareEvent } from '#kernel/events';
import { Uuid } from '#kernel/fields';
import { declareRead, declareWrite, Operation } from '#kernel/operations';
import { Database, Scope, UnitOfWork } from '#kernel/work';
import { Statement, Tables } from '#kernel/persistence';
import { ProgramEntity } from '#contexts/programs/program.entity.js';
import { noteUseOfKey } from '../support/key-usage.js';
import { withLostCommit } from '../support/statement-faults.js';
import { statementsOf } from '../support/statement-log.js';
import { startTestApp } from '../support/test-app.js';
import { until } from '../support/until.js';
import { useSchool } from '../support/use-school.js';

const LOCK_TIMEOUT_MS = 400;
const MAX_RUNS = 4;

class Acted {
  @Uuid()
  id: string;
}

const acted = declareEvent('act.acted', 'An act was done.', Acted);
const neverDeclaredHere = declareEvent('act.strange', 'Something else was done.', Acted);

const common = {
  method: 'POST',
  tag: 'Acts',
  summary: 'Act',
  access: administrators,
  response: Acted,
  status: 200,
  targetType: 'act',
  refusals: {},
} as const;
const act = declareWrite({ ...common, name: 'act', path: '/acts', event: acted });
const actQuietly = declareWrite({ ...common, name: 'act_quietly', path: '/quiet-acts', action: 'act.quiet' });

const readOutOfReach = declareRead({
  name: 'read_out_of_reach',
  path: '/acts/:actId',
  tag: 'Acts',
  summary: 'Read what nobody reaches',
  access: administrators,
  target: { notFound: 'Always.', authorize: () => Promise.reject(notFound()) },
  response: Acted,
  refusals: { 404: 'Always.' },
});
const tables = new Tables({ owner: 'test', owns: { programs: 'select, insert, update' }, reads: ['organizations'] });
const countPrograms = tables.statement(
  'count_programs_in_test',
  {},
  'select count(*) from programs where organization_id = :organization',
);

/** What the handler of the read finds when it goes on after its caller was refused. */
let goingOn: Promise<string> | undefined;
let refused: () => void;

type Act = (uow: UnitOfWork, run: number) => Promise<void> | void;

/** What each request does, by its correlation id, and how often it was run. */
const acts = new Map<string, { act: Act; runs: number }>();

async function perform(uow: UnitOfWork): Promise<Acted> {
  const entry = acts.get(uow.correlationId);
  if (!entry) throw new Error('no act of that name');
  entry.runs += 1;
  await entry.act(uow, entry.runs);
  return { id: uow.caller.memberId };
}

@Controller()
class ActController {
  @Operation(act)
  act(uow: UnitOfWork, _input: unknown): Promise<Acted> {
    return perform(uow);
  }

  @Operation(readOutOfReach)
  read(scope: Scope, _input: unknown): Promise<Acted> {
    const answered = new Promise<void>((resolve) => {
      refused = resolve;
    });
    goingOn = answered
      .then(() => scope.query(countPrograms))
      .then(
        () => 'read',
        (error: unknown) => (error as Error).message,
      );
    return goingOn.then(() => ({ id: scope.caller.memberId }));
  }

  @Operation(actQuietly)
  actQuietly(uow: UnitOfWork, _input: unknown): Promise<Acted> {
    return perform(uow);
  }
}

const rename = tables.statement(
  'rename_program_in_test',
  { id: 'uuid', name: 'text' },
  'update programs set name = :name where organization_id = :organization and id = :id',
);
const listPrograms = tables.list('programs_in_test', { rows: ProgramEntity });
const backendOf = tables
  .statement('backend_pid_in_test', {}, 'select pg_backend_pid() as pid from organizations where id = :organization')
  .returning<{ pid: number }>();

const broken = tables.statement('broken_in_test', {}, 'select 1 / (1 - 1) where :organization::uuid is not null');

const { app, school } = useSchool({ settings: { LOCK_TIMEOUT_MS }, controllers: [ActController] });
let programId: string;

beforeEach(async () => {
  programId = await school.program();
});

/** Sends a request that does the given act. */
function request(name: string, doing: Act, path = '/acts', idempotencyKey = name): Promise<Response> {
  acts.set(name, { act: doing, runs: 0 });
  return school.owner.client.post(path, {}, { idempotencyKey, headers: { 'X-Correlation-Id': name } });
}

const database = (): Database => app.nest.get(Database, { strict: false });

function runsOf(name: string): number {
  return acts.get(name)?.runs ?? 0;
}

const change = (uow: UnitOfWork, id = programId): Promise<number> => uow.execute(rename, { id, name: 'Changed' });
const recording = (uow: UnitOfWork): void =>
  uow.record(acted, { targetId: programId, changes: {}, data: { id: programId } });

describe('an event that is too large to be sent', () => {
  it('fails its write, which says so and leaves nothing; just below the limit it is written', async () => {
    const sized = (bytes: number): Act => {
      return async (uow) => {
        await change(uow);
        uow.record(acted, { targetId: programId, changes: {}, data: { id: 'é'.repeat(bytes / 2) } });
      };
    };
    const digest = await school.digest();
    const refusal = await request('too-large', sized(20_000));
    expect([refusal.status, refusal.body.code]).toEqual([400, 'invalid_request']);
    expect(refusal.body.message).toContain('act.acted');
    expect(await school.digest()).toBe(digest);
    expect((await request('not-too-large', sized(19_700))).status).toBe(200);
    expect((await school.trail()).events).toHaveLength(1);
  });
});

describe('an operation that breaks its declaration', () => {
  const breaches: [string, string, Act][] = [
    [
      'records nothing',
      '/acts',
      async (uow) => {
        await change(uow);
      },
    ],
    [
      'records a change without the event that it declares',
      '/acts',
      async (uow) => {
        await change(uow);
        uow.recordWithoutEvent(programId, {});
      },
    ],
    [
      'records an event other than the one that it declares',
      '/acts',
      async (uow) => {
        await change(uow);
        uow.record(neverDeclaredHere, { targetId: programId, changes: {}, data: { id: programId } });
      },
    ],
    [
      'records two changes',
      '/acts',
      async (uow) => {
        await change(uow);
        recording(uow);
        recording(uow);
      },
    ],
    [
      'records an event although it declares none',
      '/quiet-acts',
      async (uow) => {
        await change(uow);
        recording(uow);
      },
    ],
    [
      'changes no row where one was meant',
      '/acts',
      async (uow) => {
        await change(uow);
        uow.change(
          ProgramEntity,
          { ...(await uow.get(ProgramEntity, programId)), id: randomUUID() },
          { name: 'Changed' },
        );
        recording(uow);
      },
    ],
    [
      'sends a statement that fails, without waiting for it',
      '/acts',
      async (uow) => {
        await change(uow);
        uow.queue(broken);
        recording(uow);
      },
    ],
  ];

  it.each(breaches)('%s: it fails, says nothing of it, and leaves nothing', async (title, path, doing) => {
    const digest = await school.digest();
    const response = await request(title, doing, path);
    expect([response.status, response.body]).toEqual([
      500,
      {
        success: false,
        code: 'internal_error',
        message: 'Something went wrong on our side.',
        details: [],
        correlationId: title,
      },
    ]);
    expect(await school.digest()).toBe(digest);
    expect(app.logged()).toContain(`"correlationId":"${title}"`);
  });

  it('leaves its key unused: what is mended works under it', async () => {
    await request('mended', () => undefined);
    const response = await request('mended', async (uow) => {
      await change(uow);
      recording(uow);
    });
    expect([response.status, response.body.replayed]).toEqual([200, false]);
  });
});

describe('two units that wait for each other', () => {
  it('are both done: the one that PostgreSQL ends is run again', async () => {
    const other = await school.program();
    const order = [programId, other];
    const meeting = meetingOf(2);
    const locking =
      (ids: string[]): Act =>
      async (uow, run) => {
        await change(uow, ids[0]);
        if (run === 1) await meeting();
        await change(uow, ids[1]);
        recording(uow);
      };
    const slow = await startTestApp({ LOCK_TIMEOUT_MS: 10_000 }, app, [ActController]);
    try {
      acts.set('there', { act: locking(order), runs: 0 });
      acts.set('back', { act: locking([...order].reverse()), runs: 0 });
      const send = (name: string) =>
        fetch(`${slow.url}/api/v1/acts`, {
          method: 'POST',
          headers: { 'x-api-key': school.owner.client.apiKey ?? '', 'Idempotency-Key': name, 'X-Correlation-Id': name },
        });
      const responses = await Promise.all(['there', 'back'].map(send));
      expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    } finally {
      await slow.close();
    }
    // At least one was ended; PostgreSQL may end one again where the other had not been woken yet.
    expect(runsOf('there') + runsOf('back')).toBeGreaterThanOrEqual(3);
    const { audit, events, keys } = await school.trail();
    expect([audit.length, events.length, keys]).toEqual([2, 2, 2]);
  });

  it('give up after a few runs with a conflict that may be tried again', async () => {
    const digest = await school.digest();
    const deadlocked = await request('deadlocked', async (uow) => {
      await change(uow);
      throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
    });
    expect([deadlocked.status, deadlocked.body.code, deadlocked.headers['retry-after']]).toEqual([
      409,
      'conflict',
      '1',
    ]);
    expect(runsOf('deadlocked')).toBe(MAX_RUNS);
    expect(await school.digest()).toBe(digest);
  });

  it('are told apart from other failures, which are not run again', async () => {
    expect((await request('failing', () => Promise.reject(new Error('no')))).status).toBe(500);
    expect(runsOf('failing')).toBe(1);
  });
});

describe('a lock that is not given in time', () => {
  it('is a conflict that may be tried again under the same key', async () => {
    const holder = new pg.Client(app.databaseUrl);
    await holder.connect();
    try {
      await holder.query('begin');
      await holder.query('select app_set_organization($1)', [school.id]);
      await holder.query('select 1 from programs where organization_id = $1 and id = $2 for update', [
        school.id,
        programId,
      ]);
      const digest = await school.digest();
      const doing: Act = async (uow) => {
        await change(uow);
        recording(uow);
      };
      const refused = await request('waiting', doing);
      expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([409, 'conflict', '1']);
      expect([runsOf('waiting'), await school.digest()]).toEqual([1, digest]);

      await holder.query('rollback');
      const again = await request('waiting', doing);
      expect([again.status, again.body.replayed]).toEqual([200, false]);
    } finally {
      await holder.end();
    }
  });

  it('bounds the wait for a twin too: the twin can be asked about later', async () => {
    const release = meetingOf(2);
    const held = meetingOf(2);
    const first = request(
      'first twin',
      async (uow) => {
        await change(uow);
        await held();
        await release();
        recording(uow);
      },
      '/acts',
      'one key',
    );
    await held();
    const second = await request('second twin', recording, '/acts', 'one key');
    void release();
    expect([second.status, second.body.code]).toEqual([409, 'conflict']);
    expect((await first).body.replayed).toBe(false);
    expect((await request('third twin', recording, '/acts', 'one key')).body.replayed).toBe(true);
  });
});

describe('a COMMIT whose answer is lost', () => {
  beforeEach(() => noteUseOfKey(school));

  const doing: Act = async (uow) => {
    await change(uow);
    recording(uow);
  };

  it('is 503, and the same key finds out that it took effect: a replay', async () => {
    const unknown = await withLostCommit(true, () => request('lost answer', doing));
    expect([unknown.status, unknown.body.code, unknown.headers['retry-after']]).toEqual([503, 'unavailable', '1']);
    const again = await request('lost answer', doing);
    expect([again.status, again.body.replayed]).toEqual([200, true]);
    const { audit, events, keys } = await school.trail();
    expect([audit.length, events.length, keys]).toEqual([1, 1, 1]);
  });

  it('is 503, and the same key finds out that it did not: the first effect', async () => {
    const digest = await school.digest();
    const unknown = await withLostCommit(false, () => request('lost commit', doing));
    expect([unknown.status, unknown.body.code]).toEqual([503, 'unavailable']);
    expect(await school.digest()).toBe(digest);
    const again = await request('lost commit', doing);
    expect([again.status, again.body.replayed]).toEqual([200, false]);
    const { audit, events, keys } = await school.trail();
    expect([audit.length, events.length, keys]).toEqual([1, 1, 1]);
  });
});

describe('a connection', () => {
  it('that the server ends while it changes hands does not end the process', async () => {
    const { master: pool } = app.nest.get(DataSource).driver as unknown as { master: pg.Pool };
    const listeners: number[] = [];
    const count = (client: pg.PoolClient): void =>
      process.nextTick(() => void listeners.push(client.listenerCount('error')));
    pool.on('acquire', count);
    await school.owner.client.get('/programs');
    pool.off('acquire', count);
    expect(listeners.length).toBeGreaterThan(1);
    expect(Math.min(...listeners)).toBeGreaterThan(0);
  });
});

describe('a transaction', () => {
  it('that failed unnoticed is not taken for committed', async () => {
    const unnoticed = database().transaction({ service: 'test' }, async (connection) => {
      connection.begin();
      const { client } = connection as unknown as { client: pg.Client };
      const result: unknown = await client.query('select 1 / 0').catch(() => undefined);
      return { result, commit: true };
    });
    await expect(unnoticed).rejects.toThrow('the transaction was rolled back');
  });

  it.each(['inTenant', 'inRolledBackTransaction'] as const)(
    'of the service itself waits no longer for a lock (%s)',
    async (kind) => {
      const waits = Statement.declare(
        `patience_${kind}`,
        {},
        `select setting::integer as ms from pg_settings where name = 'lock_timeout'`,
      );
      const rows = await database()[kind](school.id, (tenant) => tenant.query(waits));
      expect(rows).toEqual([{ ms: LOCK_TIMEOUT_MS }]);
    },
  );

  it('commits no write to a global table that is sent too late, and fails for it', async () => {
    const id = randomUUID();
    const insert = Statement.declare(
      'insert_late_organization',
      { name: 'text', at: 'timestamptz' },
      'insert into organizations (id, name, created_at) values (:organization, :name, :at)',
    );
    const late = database().inTenant(id, (tenant) => {
      void tenant.query(insert, { name: 'Late School', at: new Date() });
      return Promise.resolve();
    });
    await expect(late).rejects.toThrow();
    expect((await app.rows.query('select 1 from organizations where id = $1', [id])).rows).toEqual([]);
  });
});

describe('a read', () => {
  const reading = <Result>(work: (scope: Scope) => Promise<Result>): Promise<Result> =>
    database().read({ organizationId: school.id, apiKeyId: randomUUID() } as Caller, app.now(), work);

  it('can write nothing', async () => {
    const digest = await school.digest();
    const writing = reading((scope) => scope.query(rename, { id: programId, name: 'Changed' }));
    await expect(writing).rejects.toMatchObject({ code: '25006' });
    expect(await school.digest()).toBe(digest);
  });

  it('sees one moment, whatever is committed meanwhile', async () => {
    await reading(async (scope) => {
      const before = await scope.query(countPrograms);
      await school.program();
      expect(await scope.query(countPrograms)).toEqual(before);
    });
  });
});

describe('a connection that the server ends between two statements', () => {
  /** Ends the connection of the unit of work, and waits until the service has noticed. */
  async function endConnectionOf(uow: UnitOfWork): Promise<void> {
    const [{ pid }] = await uow.query(backendOf);
    const other = new pg.Client(app.databaseUrl);
    await other.connect();
    await other.query('select pg_terminate_backend($1)', [pid]);
    await other.end();
    const { connection } = uow as unknown as { connection: { runner: { isReleased: boolean } } };
    await until(() => connection.runner.isReleased);
  }

  it.each([
    ['a statement', (uow: UnitOfWork) => change(uow)],
    ['a list', (uow: UnitOfWork) => uow.list(listPrograms, {})],
  ])('is 503 when the next is sent by %s, and the key works afterwards', async (by, next) => {
    const digest = await school.digest();
    const doing: Act = async (uow, run) => {
      if (run === 1) await endConnectionOf(uow);
      await next(uow);
      recording(uow);
    };
    const broken = await request(`ended: ${by}`, doing);
    expect([broken.status, broken.body.code, broken.headers['retry-after']]).toEqual([503, 'unavailable', '1']);
    expect(await school.digest()).toBe(digest);
    const again = await request(`ended: ${by}`, recording);
    expect([again.status, again.body.replayed]).toEqual([200, false]);
  });
});

describe('a read whose caller is refused', () => {
  it('sends nothing more on a connection that may be in the transaction of somebody else by then', async () => {
    const sent = await statementsOf('rollback', async () => {
      expect((await school.owner.client.get(`/acts/${programId}`)).status).toBe(404);
    });
    const later = await statementsOf('nothing', async () => {
      refused();
      expect(await goingOn).toBe('the unit of work is over');
    });
    expect([...sent, ...later]).not.toContain('count_programs_in_test');
  });
});

/** Resolves for all once so many have come. */
function meetingOf(count: number): () => Promise<void> {
  let open: () => void;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  let came = 0;
  return () => {
    came += 1;
    if (came === count) open();
    return opened;
  };
}
