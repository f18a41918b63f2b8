import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { AddressResolver, GuardedFetch, OutgoingFailure, OutgoingSettings } from '#kernel/outgoing';

const LOOPBACK = '127.0.0.0/8,::1/128';
let servers: { close: () => void; closeAllConnections?: () => void }[] = [];

const fetchWithin = (WEBHOOK_ALLOWED_RANGES: string, resolver = new AddressResolver()): GuardedFetch =>
  new GuardedFetch(resolver, Object.assign(new OutgoingSettings(), { WEBHOOK_ALLOWED_RANGES }));
const guarded = fetchWithin(LOOPBACK);

const listen = async (listener: RequestListener): Promise<string> => {
  const server: Server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
};
const failureOf = async (answer: Promise<unknown>): Promise<unknown> => {
  const error: unknown = await answer.then(
    () => undefined,
    (failure: unknown) => failure,
  );
  return error instanceof OutgoingFailure ? error.reason : error;
};

afterEach(() => {
  for (const server of servers) {
    server.closeAllConnections?.();
    server.close();
  }
  servers = [];
});

describe('a guarded request', () => {
  it('is sent as it is, and has the answer whatever its status', async () => {
    const seen: unknown[] = [];
    const host = await listen((request, response) => {
      const { method, url, headers } = request;
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => void chunks.push(chunk));
      request.on('end', () => {
        seen.push([method, url, headers['content-type'], headers['content-length'], Buffer.concat(chunks).toString()]);
        response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"é"}');
      });
    });
    const headers = { 'content-type': 'text/plain' };
    const answer = await guarded.request(`http://${host}/a?b=c`, { method: 'POST', headers, body: 'é=1' });
    expect([answer.status, answer.body.toString()]).toEqual([400, '{"error":"é"}']);
    expect(seen).toEqual([['POST', '/a?b=c', 'text/plain', '4', 'é=1']]);
  });

  it.each([301, 302, 303, 307, 308])('follows no redirect %i', async (status) => {
    let requests = 0;
    const host = await listen((request, response) => {
      requests += 1;
      response.writeHead(status, { location: `http://${request.headers.host}/other` }).end();
    });
    expect(await failureOf(guarded.request(`http://${host}/`))).toBe('bad_document');
    expect(requests).toBe(1);
  });

  it.each(['of a known length', 'in chunks'])('reads 256 kB at most of a body %s', async (kind) => {
    const within = Buffer.alloc(256 * 1024, ' ');
    const host = await listen(({ url }, response) => {
      const body = url === '/within' ? within : Buffer.alloc(10_000_000, ' ');
      if (kind === 'in chunks') response.write(body.subarray(0, 10));
      response.end(kind === 'in chunks' ? body.subarray(10) : body);
    });
    expect((await guarded.request(`http://${host}/within`)).body).toHaveLength(within.length);
    expect(await failureOf(guarded.request(`http://${host}/`))).toBe('bad_document');
  });

  it.each(['nothing', 'headers', 'a body that never ends'])('ends by its time-out after %s', async (what) => {
    const host = await listen((_request, response) => {
      if (what === 'headers') response.flushHeaders();
      else if (what !== 'nothing') setInterval(() => response.write(' '), 50).unref();
    });
    const started = performance.now();
    expect(await failureOf(guarded.request(`http://${host}/`, { timeoutMs: 300 }))).toBe('timeout');
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  it('ends when its signal says so, also one that has said so before', async () => {
    const host = await listen(() => undefined);
    const signal = AbortSignal.timeout(200);
    expect(await failureOf(guarded.request(`http://${host}/`, { signal }))).toBe('timeout');
    expect(await failureOf(guarded.request(`http://${host}/`, { signal }))).toBe('timeout');
  });

  it('names a connection that is refused, cut, or leaves HTTP', async () => {
    const cut = await listen((request) => void request.socket.destroy());
    const halfway = await listen((request, response) => {
      response.write('{', () => request.socket.destroy());
    });
    const upgraded = await listen(({ socket }) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n');
    });
    expect(await failureOf(guarded.request('http://127.0.0.1:1/'))).toBe('connect_failed');
    expect(await failureOf(guarded.request(`http://${cut}/`))).toBe('connect_failed');
    expect(await failureOf(guarded.request(`http://${halfway}/`))).toBe('connect_failed');
    expect(await failureOf(guarded.request(`http://${upgraded}/`))).toBe('bad_document');
  });

  it('names a server that does not speak TLS', async () => {
    const server = createTcpServer((socket) => void socket.on('error', () => undefined).end('no TLS\n'));
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    expect(await failureOf(guarded.request(`https://127.0.0.1:${port}/`))).toBe('tls_failed');
  });
});

describe('an address that is not allowed', () => {
  it.each([
    'http://127.0.0.1',
    'https://127.0.0.1',
    'https://0x7f.1',
    'https://[::ffff:127.0.0.1]',
    'https://10.0.0.1',
    'https://169.254.169.254',
    'http://school.example',
    'ftp://school.example',
  ])('gets no request, and no connection: %s', async (origin) => {
    let connections = 0;
    const host = await listen(() => undefined);
    (servers[0] as Server).on('connection', () => (connections += 1));
    const strict = fetchWithin('');
    expect(await failureOf(strict.request(`${origin}:${host.split(':')[1]}/`))).toBe('dns_blocked');
    expect([strict.accepts(`${origin}/`), await strict.reaches(`${origin}/`), connections]).toEqual([false, false, 0]);
  });

  it.each([['127.0.0.1'], ['::1'], ['8.8.8.8', '10.0.0.1']])(
    'is blocked behind a name, too: %s %s',
    async (...addresses) => {
      const resolver = new AddressResolver();
      resolver.resolve = () =>
        Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
      const strict = fetchWithin('', resolver);
      expect(await failureOf(strict.request('https://id.school.example/'))).toBe('dns_blocked');
      expect(await strict.reaches('https://id.school.example/')).toBe(false);
    },
  );

  it('is blocked where the name does not exist', async () => {
    const resolver = new AddressResolver();
    resolver.resolve = () => Promise.reject(new Error('ENOTFOUND'));
    expect(await failureOf(fetchWithin('', resolver).request('https://id.school.example/'))).toBe('dns_blocked');
  });

  it('is told from one in the allowed ranges', async () => {
    const host = await listen((_request, response) => void response.end('{}'));
    expect(await guarded.document(`http://${host}/`)).toEqual({});
    expect([guarded.accepts(`http://${host}/`), await guarded.reaches(`http://${host}/`)]).toEqual([true, true]);
    expect(await failureOf(fetchWithin('10.0.0.0/8').request(`http://${host}/`))).toBe('dns_blocked');
  });
});

describe('a document', () => {
  it.each([
    [404, '{}'],
    [500, '{}'],
    [204, ''],
    [200, ''],
    [200, '{"a":'],
    [200, '<html>'],
  ])('is none with the status %i and the body %j', async (status, body) => {
    const host = await listen((_request, response) => void response.writeHead(status).end(body));
    expect(await failureOf(guarded.document(`http://${host}/`))).toBe('bad_document');
  });
});

describe('the fetch for libraries', () => {
  it('sends forms, and gives a Response with its type and challenge', async () => {
    const bodies: string[] = [];
    const host = await listen((request, response) => {
      request.on('data', (chunk: Buffer) => bodies.push(chunk.toString()));
      request.on('end', () => {
        const headers = { 'content-type': 'application/json', 'www-authenticate': 'Bearer', 'set-cookie': 'a=b' };
        response.writeHead(401, headers).end('{"error":"invalid_client"}');
      });
    });
    const form = new URLSearchParams({ code: 'a b' });
    const response = await guarded.fetch(`http://${host}/`, { method: 'POST', headers: {}, body: form });
    expect([response.status, await response.json(), bodies]).toEqual([401, { error: 'invalid_client' }, ['code=a+b']]);
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-type': 'application/json',
      'www-authenticate': 'Bearer',
    });
  });

  it('has no body with the status 204', async () => {
    const host = await listen((_request, response) => void response.writeHead(204).end());
    const response = await guarded.fetch(`http://${host}/`, { method: 'GET', headers: {} });
    expect([response.status, await response.text()]).toEqual([204, '']);
  });

  it('fails with nothing of what was sent', async () => {
    const form = new URLSearchParams({ client_secret: 'not to be told' });
    const error: unknown = await guarded
      .fetch('http://127.0.0.1:1/path', { method: 'POST', headers: {}, body: form })
      .catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(OutgoingFailure);
    const told = `${String(error)} ${JSON.stringify(error)} ${(error as Error).stack ?? ''} ${String((error as Error).cause)}`;
    expect(told).not.toMatch(/not to be told|client_secret|\/path/);
  });
});
