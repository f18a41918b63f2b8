import { afterEach, describe, expect, it } from '@jest/globals';
import { DataSource, EntitySchema } from 'typeorm';
import { KernelModule } from '#kernel';
import { announced } from '../support/database-server.js';

let dataSource: DataSource | undefined;

afterEach(() => dataSource?.destroy());

/** Starts the kernel with an entity that has that many columns besides its key. */
async function startWith(columns: number): Promise<void> {
  const names = Array.from({ length: columns }, (_, index) => [`c${index}`, { type: 'text' as const }]);
  const key = { organizationId: { type: 'uuid', primary: true }, id: { type: 'uuid', primary: true } } as const;
  const wide = new EntitySchema({ name: 'Wide', columns: { ...key, ...Object.fromEntries(names) } });
  dataSource = new DataSource({ type: 'postgres', url: announced().serviceUrl, entities: [wide] });
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
