import { describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { parseDatabaseUrl, problemOfDatabaseUrl } from './database-url.js';

/** The hosts as the driver parses their URLs. */
function seenByDriver(url: string): object[] {
  return parseDatabaseUrl(url).hosts.map((host) => {
    const { user, password, host: name, port, database } = new pg.Client({ connectionString: host.url });
    return { user, password, host: name, port, database };
  });
}

describe('a database URL', () => {
  it.each([
    ['postgresql://u:p@one:5433/db', [['one', 5433]]],
    ['postgres://u:p@one/db', [['one', 5432]]],
    [
      'postgresql://u:p@one:5433,two,[::1]:5435/db',
      [
        ['one', 5433],
        ['two', 5432],
        ['::1', 5435],
      ],
    ],
    [
      'postgresql://u:p@one,two/db?port=5433',
      [
        ['one', 5433],
        ['two', 5433],
      ],
    ],
    [
      'postgresql://u:p@/db?host=/run/one,two&port=5433,5434',
      [
        ['/run/one', 5433],
        ['two', 5434],
      ],
    ],
    ['postgresql://u:p@%2Frun%2Fpg/db', [['/run/pg', 5432]]],
  ])('has hosts as libpq reads them: %s', (url, hosts) => {
    expect(parseDatabaseUrl(url).hosts.map(({ host, port }) => [host, port])).toEqual(hosts);
    const expected = hosts.map(([host, port]) => ({ user: 'u', password: 'p', host, port, database: 'db' }));
    expect(seenByDriver(url)).toEqual(expected);
  });

  it('has credentials with percent-encoded characters, of which a comma, a colon and an at sign need not be', () => {
    const url = 'postgresql://us%2Fer:p,a:s@s%3F@one,two/db';
    expect(parseDatabaseUrl(url).username).toBe('us/er');
    expect(seenByDriver(url)).toMatchObject([
      { user: 'us/er', password: 'p,a:s@s?', host: 'one' },
      { user: 'us/er', password: 'p,a:s@s?', host: 'two' },
    ]);
  });

  it('passes on what the driver reads, and keeps the rest', () => {
    const address = parseDatabaseUrl(
      'postgresql://u@one,two/db?target_session_attrs=read-write&connect_timeout=3&application_name=a%20b&options=-c%20jit%3Doff',
    );
    expect(address).toMatchObject({ target: 'read-write', connectTimeoutMs: 3_000 });
    expect(address.hosts.map(({ url }) => url)).toEqual([
      'postgresql://u@/db?host=one&application_name=a%20b&options=-c%20jit%3Doff',
      'postgresql://u@/db?host=two&application_name=a%20b&options=-c%20jit%3Doff',
    ]);
    expect(parseDatabaseUrl('postgresql://u@one/db')).toMatchObject({ target: undefined, connectTimeoutMs: undefined });
  });

  it.each([
    'connect_timeout=60',
    'sslmode=verify-full&sslrootcert=/etc/ca.pem&sslcert=/etc/c.pem&sslkey=/etc/k.pem&sslnegotiation=direct',
    'uselibpqcompat=true&sslmode=require',
    'statement_timeout=1000&lock_timeout=0&idle_in_transaction_session_timeout=5',
    'target_session_attrs=primary',
  ])('may have the parameters %s', (query) => {
    expect(problemOfDatabaseUrl(`postgresql://u@one/db?${query}`)).toBeUndefined();
  });

  it.each([
    ['channel_binding=require', 'must not have the parameter channel_binding, which would be ignored'],
    ['keepalives=1', 'must not have the parameter keepalives, which would be ignored'],
    ['password=p', 'must not have the parameter password, which would be ignored'],
    ['toString=1', 'must not have the parameter toString, which would be ignored'],
    // The rest of a password with an unencoded question mark.
    ['ss@host/db', /^must be a postgresql:\/\/ URL(?!.*ss@host)/],
    ['target_session_attrs=standby', 'must have one of any, read-write, primary as the parameter target_session_attrs'],
    ['sslmode=allow', /^must have one of disable, .* as the parameter sslmode$/],
    ['connect_timeout=0', 'must have another value of the parameter connect_timeout'],
    ['connect_timeout=61', 'must have another value of the parameter connect_timeout'],
    ['options=a&options=b', 'must have the parameter options only once'],
    ['host=one,two&port=1,2,3', 'must have one port for all of its hosts, or one for each'],
    ['host=one,,two', 'must name each of its hosts'],
    ['port=65536', /^must be a postgresql:\/\/ URL/],
    ['options=%ff', /^must be a postgresql:\/\/ URL/],
  ])('must not have %s', (query, problem) => {
    const message = expect.stringMatching(problem instanceof RegExp ? problem : new RegExp(`^${problem}$`));
    expect(problemOfDatabaseUrl(`postgresql://u@one/db?${query}`)).toEqual(message);
  });

  it.each([
    'mysql://localhost/delivery',
    'localhost',
    'postgresql://user:pass/word@localhost/delivery',
    'postgresql://user:%ff@localhost/delivery',
    'postgresql://one:70000/db',
    'postgresql://one:two:three/db',
    'postgresql://u@one/db#fragment',
  ])('must not be %s', (url) => {
    expect(problemOfDatabaseUrl(url)).toMatch(/^must be a postgresql:\/\/ URL/);
  });
});
