import pg from 'pg';
import { withDatabase } from './database-server.js';

/** Few shards, so that a database is made quickly. The settings are those that the service's role needs. */
const SETTINGS = {
  'citus.shard_count': '4',
  'citus.propagate_set_commands': 'local',
  'citus.skip_advisory_lock_permission_checks': 'on',
};

/** A cluster for the tests: the superuser's URL of each node, the coordinator first. */
export type CitusNodes = readonly string[];

/** The nodes of the cluster, from the database of the coordinator that `url` names. */
export async function findCitusNodes(url: string): Promise<CitusNodes> {
  const [{ nodes }] = await run<{ nodes: string[] }>(
    url,
    `select array(select nodename || ':' || nodeport from pg_dist_node where isactive and noderole = 'primary'
       order by groupid <> 0, groupid) as nodes`,
  );
  return nodes.map((host) => Object.assign(new URL(url), { host }).href);
}

/** Creates or updates a plain role on every node. */
export async function createCitusRole(nodes: CitusNodes, role: string, password: string): Promise<void> {
  for (const node of nodes) {
    await run(
      node,
      `do $$ begin
         set local citus.enable_create_role_propagation = off;
         set local citus.enable_alter_role_propagation = off;
         if not exists (select from pg_roles where rolname = '${role}') then create role ${role}; end if;
         alter role ${role} login password '${password}';
       end $$`,
    );
  }
}

/** Creates a database on every node, with the extension and the nodes as its workers. */
export async function createCitusDatabase(nodes: CitusNodes, database: string): Promise<void> {
  for (const node of nodes) {
    await run(node, `create database ${database}`);
    for (const [name, value] of Object.entries(SETTINGS)) {
      await run(node, `alter database ${database} set ${name} = '${value}'`);
    }
    await run(withDatabase(node, database), 'create extension citus');
  }
  const [coordinator, ...workers] = nodes.map((node) => new URL(node));
  const url = withDatabase(coordinator.href, database);
  await run(url, `select citus_set_coordinator_host('${coordinator.hostname}', ${coordinator.port})`);
  for (const { hostname, port } of workers) await run(url, `select citus_add_node('${hostname}', ${port})`);
}

export async function dropCitusDatabase(nodes: CitusNodes, database: string): Promise<void> {
  for (const node of nodes) await run(node, `drop database if exists ${database} with (force)`);
}

async function run<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}
