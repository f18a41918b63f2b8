import { connect, createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { getMetadataStorage, validateSync } from 'class-validator';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { gatherWrites, retireConnections } from '../../src/kernel/internals/pg.js';
import { declaredEntity, poolOf } from '../../src/kernel/internals/typeorm.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** A way to the database that keeps what the client sent, packet by packet. */
async function watchedWay(): Promise<{ url: string; packets: Buffer[]; close: () => void }> {
  const { hostname, port } = new URL(app.databaseUrl);
  const packets: Buffer[] = [];
  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname);
    client.on('data', (packet) => packets.push(packet));
    client.pipe(server).pipe(client);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const url = new URL(app.databaseUrl);
  url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return { url: url.href, packets, close: () => proxy.close() };
}

describe('what the kernel assumes of its libraries', () => {
  it('pg: statements that are gathered leave in one packet', async () => {
    const { url, packets, close } = await watchedWay();
    const client = new pg.Client({ connectionString: url, pipeline: true });
    await client.connect();
    packets.length = 0;
    let gathered = false;
    gatherWrites(client, () => (gathered = true));
    await Promise.all([client.query('select 1', []), client.query('select 2', [])]);
    expect([gathered, packets.length]).toEqual([true, 1]);
    expect(packets[0].toString('latin1')).toMatch(/select 1.*select 2/s);
    await client.end();
    close();
  });

  it('pg: connections that are retired leave the pool, those in use with their release', async () => {
    const pool = new pg.Pool({ connectionString: app.databaseUrl, max: 3 });
    const [busy, ...idle] = await Promise.all([pool.connect(), pool.connect(), pool.connect()]);
    for (const client of idle) client.release();
    expect([pool.totalCount, pool.idleCount]).toEqual([3, 2]);
    retireConnections(pool);
    expect([pool.totalCount, pool.idleCount]).toEqual([1, 0]);
    expect((await busy.query('select 1')).rowCount).toBe(1);
    busy.release();
    expect(pool.totalCount).toBe(0);
    await pool.end();
  });

  it('TypeORM: the data source has the pool, and decorators tell the columns before there is one', () => {
    const dataSource = app.nest.get(DataSource, { strict: false });
    expect(poolOf(dataSource)).toMatchObject({ totalCount: expect.any(Number), waitingCount: expect.any(Number) });
    expect(poolOf(dataSource).options.max).toBeGreaterThan(0);
    for (const { target, tableName, columns } of dataSource.entityMetadatas) {
      const declared = declaredEntity(target as new () => object);
      const names = declared.columns.map(({ property, name, type }) => [property, name, type]);
      expect([tableName, names.sort()]).toEqual([
        declared.table,
        columns
          .map((one) => [one.propertyName, one.databaseName, `${String(one.type)}${one.isArray ? '[]' : ''}`])
          .sort(),
      ]);
    }
  });

  it('class-validator: rules are gathered by the method that is kept', () => {
    const gather = jest.spyOn(getMetadataStorage(), 'getTargetValidationMetadatas');
    validateSync(new (class Empty {})(), { forbidUnknownValues: false });
    expect(gather).toHaveBeenCalled();
    gather.mockRestore();
  });
});
