import { kernelTables } from '../persistence/kernel.tables.js';
import type { Database } from './database.js';

/** How long organizations are asked one by one after a list of all has failed. */
const ONE_BY_ONE_MS = 10_000;
/** How long an organization that could not be asked is left out meanwhile. */
const LEFT_OUT_MS = 30_000;
const AT_ONCE = 4;

export const listOrganizations = kernelTables
  .statement('list_organizations', {}, 'select id from organizations')
  .returning<{ id: string }>();

/**
 * Lists rows of all organizations. Where one statement cannot reach them all, as on Citus while a node is down, each
 * organization is asked by itself: those on the other nodes do not wait for it.
 */
export class ListingOfAll<Row> {
  private oneByOneUntil = -Infinity;
  private readonly leftOutUntil = new Map<string, number>();

  constructor(
    private readonly database: Database,
    private readonly noteFailure: (error: unknown) => void,
  ) {}

  /** `listAll` lists the rows of all organizations, `listOf` those of one. */
  async list(listAll: () => Promise<Row[]>, listOf: (organizationId: string) => Promise<Row[]>): Promise<Row[]> {
    if (performance.now() < this.oneByOneUntil) return this.listOneByOne(await this.organizations(), listOf);
    try {
      return await this.twice(listAll);
    } catch (error) {
      const organizations = await this.organizations().catch(() => undefined);
      if (organizations === undefined) throw error;
      this.noteFailure(error);
      this.oneByOneUntil = performance.now() + ONE_BY_ONE_MS;
      return this.listOneByOne(organizations, listOf);
    }
  }

  private async listOneByOne(organizations: string[], listOf: (id: string) => Promise<Row[]>): Promise<Row[]> {
    const now = performance.now();
    const asked = organizations.filter((id) => (this.leftOutUntil.get(id) ?? -Infinity) <= now);
    const found: Row[] = [];
    const ask = async (): Promise<void> => {
      for (let id = asked.pop(); id !== undefined; id = asked.pop()) found.push(...(await this.listOne(id, listOf)));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, ask));
    return found;
  }

  private async listOne(organizationId: string, listOf: (id: string) => Promise<Row[]>): Promise<Row[]> {
    try {
      const rows = await this.twice(() => listOf(organizationId));
      this.leftOutUntil.delete(organizationId);
      return rows;
    } catch (error) {
      this.noteFailure(error);
      this.leftOutUntil.set(organizationId, performance.now() + LEFT_OUT_MS);
      return [];
    }
  }

  /** A statement that fails once, for example because its connection was cut, is no reason to leave anybody out. */
  private async twice(list: () => Promise<Row[]>): Promise<Row[]> {
    try {
      return await list();
    } catch (error) {
      this.noteFailure(error);
      return list();
    }
  }

  private async organizations(): Promise<string[]> {
    return (await this.database.query(listOrganizations)).map(({ id }) => id);
  }
}
