/**
 * It declares entities of its own.
 *
 * @isolated
 */

import { afterEach, describe, expect, it } from '@jest/globals';
import { Column, DataSource, Entity, PrimaryColumn } from 'typeorm';
import { KernelModule } from '#kernel';
import { announced } from '../support/database-server.js';

let dataSource: DataSource | undefined;

afterEach(() => dataSource?.destroy());

/** Starts the kernel with an entity that has that many columns besides its key. */
async function startWith(columns: number): Promise<void> {
  class Wide {}
  Entity({ name: 'wide' })(Wide);
  for (const name of ['organizationId', 'id']) PrimaryColumn({ type: 'uuid' })(Wide.prototype, name);
  for (let index = 0; index < columns; index += 1) Column({ type: 'text' })(Wide.prototype, `c${index}`);
  dataSource = new DataSource({ type: 'postgres', url: announced().serviceUrl, entities: [Wide] });
  await dataSource.initialize();
  new KernelModule(dataSource).onModuleInit();
}

describe('an entity whose columns have a bit each in an UPDATE', () => {
  it('may have 31 of them besides its key', async () => {
    await startWith(31);
  });

  it('stops the start of the service with one more, and is named', async () => {
    await expect(startWith(32)).rejects.toThrow('Wide has 32 columns besides its key: an UPDATE sets at most 31');
  });
});
