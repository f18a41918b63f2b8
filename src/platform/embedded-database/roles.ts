import pg from 'pg';
import { DATABASE, OWNER_ROLE, SERVICE_ROLE, type ConnectionUrls, type Credentials } from './credentials.js';
import { EmbeddedDatabaseError } from './embedded-database.error.js';

const POWERLESS = 'LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS NOREPLICATION';

/**
 * The service gives a statement up after 30 s; a little later the server does too, and lets go of what a process that
 * went silent in a transaction had locked.
 */
const SERVICE_LIMITS = { statement_timeout: '35s', idle_in_transaction_session_timeout: '60s' };

// Both roles without special powers, the service's with its limits, the database the owner's, and nobody else's right to
// create in it.
const SETTLED = `
  select pg_get_userbyid(d.datdba) = $1
     and not has_schema_privilege('public', 'public', 'CREATE')
     and not has_database_privilege('public', d.oid, 'CREATE, TEMPORARY')
     and 2 = (select count(*) from pg_roles r
               where r.rolname in ($1, $2) and r.rolcanlogin
                 and not (r.rolsuper or r.rolcreatedb or r.rolcreaterole or r.rolbypassrls or r.rolreplication)
                 and (r.rolname = $1 or r.rolconfig @> $3::text[])
                 and has_database_privilege(r.oid, d.oid, 'CONNECT')
                 and has_schema_privilege(r.oid, 'public', 'CREATE') = (r.rolname = $1)) as settled
    from pg_database d where d.datname = current_database()`;

/** Makes sure of the database and its two roles; a warm start costs one connection and one query. */
export async function settleRoles(urls: ConnectionUrls, credentials: Credentials): Promise<void> {
  try {
    if (await isSettled(urls.adminUrl)) return;
    await connected(databaseUrl(urls.adminUrl, 'postgres'), (client) => makeRolesAndDatabase(client, credentials));
    await connected(urls.adminUrl, restrict);
  } catch (error) {
    throw new EmbeddedDatabaseError(
      `The roles of the embedded database could not be set up: ${(error as Error).message}`,
      error,
    );
  }
}

async function isSettled(adminUrl: string): Promise<boolean> {
  try {
    return await connected(adminUrl, async (client) => {
      const limits = Object.entries(SERVICE_LIMITS).map(([name, value]) => `${name}=${value}`);
      const { rows } = await client.query<{ settled: boolean }>(SETTLED, [OWNER_ROLE, SERVICE_ROLE, limits]);
      return rows[0].settled;
    });
  } catch (error) {
    const databaseIsMissing = (error as { code?: string }).code === '3D000';
    if (databaseIsMissing) return false;
    throw error;
  }
}

async function makeRolesAndDatabase(client: pg.Client, { owner, service }: Credentials): Promise<void> {
  for (const [role, password] of [
    [OWNER_ROLE, owner],
    [SERVICE_ROLE, service],
  ]) {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
    const verb = rowCount === 0 ? 'CREATE' : 'ALTER';
    await client.query(`${verb} ROLE ${role} ${POWERLESS} PASSWORD ${client.escapeLiteral(password)}`);
  }
  for (const [name, value] of Object.entries(SERVICE_LIMITS)) {
    await client.query(`ALTER ROLE ${SERVICE_ROLE} SET ${name} = '${value}'`);
  }
  const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
  if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE} OWNER ${OWNER_ROLE}`);
  else await client.query(`ALTER DATABASE ${DATABASE} OWNER TO ${OWNER_ROLE}`);
}

async function restrict(client: pg.Client): Promise<void> {
  await client.query(`REVOKE ALL ON DATABASE ${DATABASE} FROM PUBLIC, ${SERVICE_ROLE}`);
  await client.query(`GRANT CONNECT ON DATABASE ${DATABASE} TO ${SERVICE_ROLE}`);
  await client.query(`REVOKE CREATE ON SCHEMA public FROM PUBLIC, ${SERVICE_ROLE}`);
}

async function connected<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function databaseUrl(url: string, database: string): string {
  return Object.assign(new URL(url), { pathname: `/${database}` }).href;
}
