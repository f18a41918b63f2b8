/** The servers of a URL to connect to. PostgreSQL's other values prefer standbys, on which the service cannot write. */
const TARGETS = ['any', 'read-write', 'primary'] as const;

export type Target = (typeof TARGETS)[number];

const DEFAULT_PORT = 5432;

export interface DatabaseHost {
  host: string;
  port: number;
  /** The URL of this host alone, as the driver reads it. */
  url: string;
}

export interface DatabaseAddress {
  /** In the order of the URL; at least one. */
  hosts: DatabaseHost[];
  /** Undefined where the URL does not say. */
  target: Target | undefined;
  /** The time to connect to one host. */
  connectTimeoutMs: number | undefined;
  username: string;
}

/** A URL that cannot be used. The message continues the name of the setting, and never repeats the URL. */
class DatabaseUrlError extends Error {}

const FORM = 'must be a postgresql:// URL, with special characters of its password percent-encoded';
const URL_PARTS = /^(postgres(?:ql)?:)\/\/(?:([^/?#]*)@)?([^/?#]*)(\/[^?#]*)?(?:\?([^#]*))?$/;
const HOST = /^(\[[^\]]+\]|[^:[\]]*)(?::(\d{0,5}))?$/;
const MILLISECONDS = /^\d{1,9}$/;

/** Read here. */
const OWN_PARAMETERS = {
  host: /^/,
  port: /^\d{0,5}(,\d{0,5})*$/,
  target_session_attrs: TARGETS,
  connect_timeout: /^([1-9]|[1-5]\d|60)$/,
} as const;

/** Read by the driver, which ignores all others. */
const DRIVER_PARAMETERS = {
  application_name: /^/,
  options: /^/,
  ssl: ['true', '1', '0', 'no-verify'],
  sslmode: ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'],
  sslcert: /^/,
  sslkey: /^/,
  sslrootcert: /^/,
  sslnegotiation: ['postgres', 'direct'],
  uselibpqcompat: ['true'],
  statement_timeout: MILLISECONDS,
  lock_timeout: MILLISECONDS,
  idle_in_transaction_session_timeout: MILLISECONDS,
} as const;

const PARAMETERS = new Map<string, RegExp | readonly string[]>(
  Object.entries({ ...OWN_PARAMETERS, ...DRIVER_PARAMETERS }),
);

/** Reads a URL as libpq does, with several hosts. Refuses what would be ignored. */
export function parseDatabaseUrl(text: string): DatabaseAddress {
  const [, protocol, userInfo, authority = '', path = '/', query = ''] = URL_PARTS.exec(text) ?? [];
  if (protocol === undefined) throw new DatabaseUrlError(FORM);
  const [user] = (userInfo ?? '').split(':').map(decoded);
  const parameters = readParameters(query);
  const passedOn = [...parameters].filter(([name]) => !Object.hasOwn(OWN_PARAMETERS, name));
  const start = `${protocol}//${userInfo === undefined ? '' : `${userInfo}@`}${path}`;
  const timeout = parameters.get('connect_timeout');
  return {
    hosts: readHosts(authority, parameters).map(({ host, port }) => ({
      host,
      port: port === '' ? DEFAULT_PORT : Number(port),
      url: `${start}?${queryOf([['host', host], ['port', port], ...passedOn])}`,
    })),
    target: parameters.get('target_session_attrs') as Target | undefined,
    connectTimeoutMs: timeout === undefined ? undefined : Number(timeout) * 1_000,
    username: user,
  };
}

/** The problem with a URL; undefined if it can be used. */
export function problemOfDatabaseUrl(text: string): string | undefined {
  try {
    parseDatabaseUrl(text);
    return undefined;
  } catch (error) {
    if (error instanceof DatabaseUrlError) return error.message;
    throw error;
  }
}

function readParameters(query: string): Map<string, string> {
  const parameters = new Map<string, string>();
  for (const pair of query.split('&').filter((text) => text !== '')) {
    const [name, value = ''] = pair.split(/=(.*)/s).map(decoded);
    const accepted = PARAMETERS.get(name);
    // A name that is none may be the rest of a password that is not percent-encoded.
    if (!accepted && !/^\w{1,40}$/.test(name)) throw new DatabaseUrlError(FORM);
    if (!accepted) throw new DatabaseUrlError(`must not have the parameter ${name}, which would be ignored`);
    if (parameters.has(name)) throw new DatabaseUrlError(`must have the parameter ${name} only once`);
    if (Array.isArray(accepted) && !accepted.includes(value)) {
      throw new DatabaseUrlError(`must have one of ${accepted.join(', ')} as the parameter ${name}`);
    }
    if (accepted instanceof RegExp && !accepted.test(value)) {
      throw new DatabaseUrlError(`must have another value of the parameter ${name}`);
    }
    parameters.set(name, value);
  }
  return parameters;
}

/** Hosts are listed in the authority, or in the parameter `host`; the parameter `port` has one port, or one for each. */
function readHosts(authority: string, parameters: Map<string, string>): { host: string; port: string }[] {
  const listed = parameters.get('host')?.split(',') ?? authority.split(',');
  const ports = parameters.get('port')?.split(',') ?? [''];
  if (ports.length > 1 && ports.length !== listed.length) {
    throw new DatabaseUrlError('must have one port for all of its hosts, or one for each');
  }
  return listed.map((text, index) => {
    // The parameter may name the folder of a socket.
    const [host, own = ''] = parameters.has('host') ? [text] : (HOST.exec(text)?.slice(1) ?? []);
    const port = own || ports[ports.length > 1 ? index : 0];
    if (host === undefined || Number(port) > 65_535) throw new DatabaseUrlError(FORM);
    if (host === '' && listed.length > 1) throw new DatabaseUrlError('must name each of its hosts');
    return { host: decoded(host.replace(/^\[(.*)\]$/, '$1')), port };
  });
}

function queryOf(parameters: [name: string, value: string][]): string {
  return parameters
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new DatabaseUrlError(FORM);
  }
}
