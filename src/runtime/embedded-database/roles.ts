import pg from 'pg';
import { DATABASE, OWNER_ROLE, SERVICE_ROLE, type ConnectionUrls, type Credentials } from './credentials.js';
import { EmbeddedDatabaseError } from './embedded-database.error.js';

const UNPRIVILEGED = 'LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS NOREPLICATION';

/** Slightly above the client's query_timeout of 30 s; the second releases the locks of a process that hangs. */
const SERVICE_LIMITS = { statement_timeout: '35s', idle_in_transaction_session_timeout: '60s' };

// Whether roles, limits, ownership and privileges are as setUpRoles leaves them.
const IS_SET_UP = `
  select pg_get_userbyid(d.datdba) = $1
     and not has_schema_privilege('public', 'public', 'CREATE')
     and not has_database_privilege('public', d.oid, 'CREATE, TEMPORARY')
     and 2 = (select count(*) from pg_roles r
               where r.rolname in ($1, $2) and r.rolcanlogin
                 and not (r.rolsuper or r.rolcreatedb or r.rolcreaterole or r.rolbypassrls or r.rolreplication)
                 and (r.rolname = $1 or r.rolconfig @> $3::text[])
                 and has_database_privilege(r.oid, d.oid, 'CONNECT')
                 and has_schema_privilege(r.oid, 'public', 'CREATE') = (r.rolname = $1)) as is_set_up
    from pg_database d where d.datname = current_database()`;

/** Creates the database and its two roles; takes one query when that is done. */
export async function setUpRoles(urls: ConnectionUrls, credentials: Credentials): Promise<void> {
  try {
    if (await isSetUp(urls.adminUrl)) return;
    const maintenance = Object.assign(new URL(urls.adminUrl), { pathname: '/postgres' }).href;
    await connected(maintenance, (client) => createRolesAndDatabase(client, credentials));
    await connected(urls.adminUrl, restrict);
  } catch (error) {
    throw new EmbeddedDatabaseError(
      `The roles of the embedded database could not be set up: ${(error as Error).message}`,
      error,
    );
  }
}

async function isSetUp(adminUrl: string): Promise<boolean> {
  try {
    return await connected(adminUrl, async (client) => {
      const limits = Object.entries(SERVICE_LIMITS).map(([name, value]) => `${name}=${value}`);
      const { rows } = await client.query<{ is_set_up: boolean }>(IS_SET_UP, [OWNER_ROLE, SERVICE_ROLE, limits]);
      return rows[0].is_set_up;
    });
  } catch (error) {
    const isMissing = (error as { code?: string }).code === '3D000';
    if (isMissing) return false;
    throw error;
  }
}

async function createRolesAndDatabase(client: pg.Client, { owner, service }: Credentials): Promise<void> {
  for (const [role, password] of [
    [OWNER_ROLE, owner],
    [SERVICE_ROLE, service],
  ]) {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
    const verb = rowCount === 0 ? 'CREATE' : 'ALTER';
    await client.query(`${verb} ROLE ${role} ${UNPRIVILEGED} PASSWORD ${client.escapeLiteral(password)}`);
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
