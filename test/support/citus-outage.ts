import pg from 'pg';
import { withDatabase } from './database-server.js';
import type { CitusNodes } from './citus.js';

/** A worker node of a Citus cluster, as the other nodes see it. */
export class CitusOutage {
  private readonly urls: string[];

  constructor(
    nodes: CitusNodes,
    database: string,
    /** The node's port in the catalogs. */
    private readonly port: number,
  ) {
    this.urls = nodes.map((node) => withDatabase(node, database));
  }

  /** Where the rows of an organization are. */
  async portOf(organizationId: string): Promise<number> {
    const [{ port }] = await this.run<{ port: number }>(
      this.urls[0],
      `select nodeport as port from citus_shards
       where shardid = get_shard_id_for_distribution_column('groups', '${organizationId}')`,
    );
    return port;
  }

  /** Every connection to the node is refused from here on. */
  async begin(): Promise<void> {
    await this.everywhere(`update pg_dist_node set nodeport = 1 where nodeport = ${this.port}`);
    const own = `select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and datname = current_database() and pid <> pg_backend_pid()`;
    const node = this.urls.find((url) => new URL(url).port === String(this.port));
    if (node) await this.run(node, own);
  }

  /** What an operator does while the node is down, as docs/scaling.md says: global tables are written without it. */
  async leaveOut(): Promise<void> {
    await this.everywhere(`update pg_dist_node set isactive = false where nodeport = 1`);
    await this.everywhere(
      `delete from pg_dist_placement p using pg_dist_shard s, pg_dist_partition t, pg_dist_node n
       where p.shardid = s.shardid and s.logicalrelid = t.logicalrelid and t.partmethod = 'n'
         and p.groupid = n.groupid and n.nodeport = 1`,
    );
  }

  /** What an operator does once the node is back. */
  async end(): Promise<void> {
    await this.everywhere(`update pg_dist_node set nodeport = ${this.port} where nodeport = 1`);
    const [coordinator] = this.urls;
    const host = new URL(coordinator).hostname;
    await this.run(coordinator, `select citus_activate_node('${host}', ${this.port})`);
    await this.run(coordinator, `select replicate_reference_tables('block_writes')`);
  }

  private async everywhere(statement: string): Promise<void> {
    for (const url of this.urls) await this.run(url, statement);
  }

  private async run<Row extends object>(url: string, statement: string): Promise<Row[]> {
    const client = new pg.Client(url);
    await client.connect();
    try {
      return (await client.query<Row>(statement)).rows;
    } finally {
      await client.end();
    }
  }
}
