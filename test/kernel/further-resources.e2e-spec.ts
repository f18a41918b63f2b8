/**
 * It declares operations of its own.
 *
 * @isolated
 */

import { randomUUID } from 'node:crypto';
import { Controller } from '@nestjs/common';
import { describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { ProgramEntity } from '#contexts/programs/program.entity.js';
import { administrators } from '#kernel/access';
import { Uuid, WholeNumber } from '#kernel/fields';
import { declareWrite, Operation } from '#kernel/operations';
import type { InsertedRow } from '#kernel/persistence';
import { UnitOfWork } from '#kernel/work';
import { declareEvent } from '#kernel/events';
import { statementsOfWrite } from '../support/statement-log.js';
import { useSchool } from '../support/use-school.js';

class Planted {
  @Uuid() id: string;
}
class Count {
  @WholeNumber() count: number;
}
class PlantAll extends Count {}

const common = {
  method: 'POST',
  tag: 'Plants',
  summary: 'Plant',
  access: administrators,
  targetType: 'plant',
  refusals: {},
} as const;
const plant = {
  action: 'plant.planted',
  targetType: 'plant',
  event: declareEvent('plant.planted', 'A plant was planted.', Planted),
};
const wilt = {
  action: 'plant.wilted',
  targetType: 'plant',
  event: declareEvent('plant.wilted', 'A plant wilted.', Planted),
};
const plantAll = declareWrite({
  ...common,
  name: 'plant_all',
  path: '/plants',
  status: 200,
  targetType: 'garden',
  action: 'garden.planted',
  alsoEvents: ['plant.planted'],
  body: PlantAll,
  response: Count,
});

/** What the next request does. */
let planting: (uow: UnitOfWork, count: number) => Promise<void> | void;

@Controller()
class GardenController {
  @Operation(plantAll)
  async plantAll(uow: UnitOfWork, { body }: { body: PlantAll }): Promise<Count> {
    await planting(uow, body.count);
    uow.recordWithoutEvent(uow.caller.memberId, { total: body.count });
    return { count: body.count };
  }
}

const { school } = useSchool({ controllers: [GardenController] });

const row: InsertedRow<ProgramEntity> = { name: 'Beds', status: 'draft' };

function insertAndRecord(uow: UnitOfWork, count: number): void {
  const programs = uow.insertAll(ProgramEntity, Array<typeof row>(count).fill(row));
  for (const { id } of programs) uow.recordAlso(plant, { targetId: id, changes: { name: 'Beds' }, data: { id } });
}

function send(count: number, idempotencyKey = randomUUID()): Promise<Response> {
  return school.owner.client.post('/plants', { count }, { idempotencyKey, headers: { 'X-Correlation-Id': 'garden' } });
}

describe('a write on several resources', () => {
  it('leaves its own audit entry and, for each resource, the entry and the event of the operation on it alone', async () => {
    planting = insertAndRecord;
    expect((await send(3)).status).toBe(200);
    const { audit, events } = await school.trail();
    expect(audit.map(({ action, target_type: type }) => [action, type])).toEqual([
      ['garden.planted', 'garden'],
      ['plant.planted', 'plant'],
      ['plant.planted', 'plant'],
      ['plant.planted', 'plant'],
    ]);
    const ids = audit.slice(1).map((entry) => entry.target_id);
    expect(events.map(({ name, data }) => [name, data])).toEqual(ids.map((id) => ['plant.planted', { id }]));
    const common = { actor_id: school.owner.accountId, api_key_id: school.owner.apiKeyId, correlation_id: 'garden' };
    for (const entry of audit) expect(entry).toMatchObject(common);
    expect(audit[3].changes).toEqual({ name: 'Beds' });
    const { rows } = await school.rows<{ id: string }>(
      'select id from programs where organization_id = $1 order by id',
    );
    expect(rows.map(({ id }) => id)).toEqual([...ids].sort());
  });

  it('queues its events for delivery where the organization has a subscription, and only there', async () => {
    planting = insertAndRecord;
    const waiting = async (): Promise<number> =>
      (await school.rows('select id from event_outbox where organization_id = $1')).rows.length;
    await send(2);
    expect(await waiting()).toBe(0);
    await school.subscription();
    await send(2);
    expect(await waiting()).toBe(2);
  });

  it('takes as many statements for 2 resources as for 200', async () => {
    planting = async (uow, count) => {
      const programs = uow.insertAll(ProgramEntity, Array<typeof row>(count).fill(row));
      const locked = await uow.getAllForUpdate(ProgramEntity, programs.map(({ id }) => id).reverse());
      expect(locked.map(({ id }) => id)).toEqual(programs.map(({ id }) => id).sort());
      for (const { id, name } of uow.changeAll(ProgramEntity, locked, { name: 'Meadow' })) {
        uow.recordAlso(plant, { targetId: id, changes: { name }, data: { id } });
      }
    };
    await send(2);
    const few = await statementsOfWrite(() => send(2));
    const many = await statementsOfWrite(() => send(200));
    expect(few).toContain('record_further_events');
    expect(many).toEqual(few);
    const { rows } = await school.rows<{ name: string }>(
      'select distinct name from programs where organization_id = $1',
    );
    expect(rows).toEqual([{ name: 'Meadow' }]);
  });

  it('is refused as a whole with more than 5,000 events; with 5,000 it is done', async () => {
    planting = insertAndRecord;
    const digest = await school.digest();
    const refusal = await send(5_001);
    expect([refusal.status, refusal.body.code]).toEqual([409, 'conflict']);
    expect(refusal.body.message).toContain('5000 events');
    expect(await school.digest()).toBe(digest);
    expect((await send(5_000)).status).toBe(200);
    expect((await school.trail()).events).toHaveLength(5_000);
  });

  const breaches: [string, (uow: UnitOfWork) => void][] = [
    [
      'records an event that it does not declare',
      (uow) => uow.recordAlso(wilt, { targetId: randomUUID(), data: { id: randomUUID() } }),
    ],
    [
      'changes fewer rows than it means to',
      (uow) => {
        const [program] = uow.insertAll(ProgramEntity, [row]);
        uow.changeAll(ProgramEntity, [program, { ...program, id: randomUUID() }], { name: 'Meadow' });
      },
    ],
  ];
  it.each(breaches)('fails and leaves nothing when it %s', async (_, breach) => {
    planting = breach;
    const digest = await school.digest();
    expect((await send(1)).status).toBe(500);
    expect(await school.digest()).toBe(digest);
  });

  it('fails as a whole when one of its events is too large', async () => {
    planting = (uow) => {
      insertAndRecord(uow, 2);
      uow.recordAlso(plant, { targetId: randomUUID(), data: { id: 'é'.repeat(10_000) } });
    };
    const digest = await school.digest();
    const refusal = await send(1);
    expect([refusal.status, refusal.body.code]).toEqual([400, 'invalid_request']);
    expect(await school.digest()).toBe(digest);
  });
});
