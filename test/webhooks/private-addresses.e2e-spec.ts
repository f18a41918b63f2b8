import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { AddressResolver, isPublicAddress, mayConnect, parseRanges } from '#kernel/outgoing';
import { OutgoingPosts } from '#contexts/webhooks/outgoing/outgoing-posts.js';
import { School } from '../support/school.js';
import { startTestApp } from '../support/test-app.js';
import { useSchool } from '../support/use-school.js';
import { NameServer } from './name-server.js';
import { Receiver } from './receiver.js';
import { readSubscription, subscribe, workerOf } from './subscribing.js';

const { app, school } = useSchool({ isOwn: true });
/** Stands where requests must not go. */
let canary: Receiver;

const resolver = () => app.nest.get(AddressResolver, { strict: false });
const resolvesTo = (...answers: string[][]): void => {
  resolver().resolve = () => {
    const addresses = answers.length > 1 ? answers.shift() : answers[0];
    return Promise.resolve((addresses ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
  };
};

beforeEach(async () => {
  // What another test answered for the name servers.
  Reflect.deleteProperty(resolver(), 'resolve');
  canary = await Receiver.open();
});
afterEach(() => canary.close());

describe('the address rules', () => {
  it.each([
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '100.64.0.1',
    '100.127.255.255',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.0.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.1.1.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:10.0.0.1',
    '::ffff:8.8.8.8',
    '::10.0.0.1',
    '64:ff9b::a00:1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:a00:1::',
    'fc00::1',
    'fd12::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    '4000::1',
    '168.63.129.16',
    '2606:4700::5efe:a00:1',
    '2606:4700::200:5efe:8.8.8.8',
    'localhost',
    '',
  ])('refuse %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['8.8.8.8', '1.1.1.1', '93.184.216.34', '2606:4700:4700::1111', '2a00:1450:4001::1'])('let %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

describe('a subscription whose endpoint leads to a private address', () => {
  const verified = async (url: string): Promise<unknown> => {
    const id = await subscribe(school, { url, secret: canary.secret });
    await workerOf(app).runOnce();
    const { status, lastValidationError } = await readSubscription(school, id);
    return [status, lastValidationError];
  };

  it.each([['127.0.0.1'], ['::1'], ['::ffff:127.0.0.1'], ['10.0.0.1'], ['169.254.169.254'], ['8.8.8.8', '127.0.0.1']])(
    'is blocked when its name resolves to %s %s',
    async (...addresses) => {
      resolvesTo(addresses);
      expect(await verified(`https://hooks.example.com:${canary.port}/`)).toEqual(['validation_failed', 'dns_blocked']);
      expect(canary.connections).toBe(0);
    },
  );

  it('is told from a name that does not exist by nothing', async () => {
    resolver().resolve = () => Promise.reject(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' }));
    expect(await verified(`https://nowhere.example.com:${canary.port}/`)).toEqual(['validation_failed', 'dns_blocked']);
    expect(canary.connections).toBe(0);
  });

  it('is blocked by the name localhost, as the system resolves it', async () => {
    expect(await verified(`https://localhost:${canary.port}/`)).toEqual(['validation_failed', 'dns_blocked']);
    expect(canary.connections).toBe(0);
  });

  it('resolves once for each connection, so a name that changes its mind is blocked or goes to what was checked', async () => {
    let asked = 0;
    resolver().resolve = () => {
      asked += 1;
      return Promise.resolve([{ address: asked % 2 === 1 ? '10.255.255.1' : '127.0.0.1', family: 4 }]);
    };
    for (let round = 1; round <= 4; round += 1) {
      expect(await verified(`https://rebinding.example.com:${canary.port}/`)).toEqual([
        'validation_failed',
        'dns_blocked',
      ]);
      expect(asked).toBe(round);
    }
    expect(canary.connections).toBe(0);
  });
});

describe('a request', () => {
  const post = (url: string) =>
    app.nest.get(OutgoingPosts, { strict: false }).post(url, 1_000, (write) => {
      write({ headers: {}, body: '{"type":"x"}' });
      return Promise.resolve(true);
    });

  it.each([
    'https://127.0.0.1',
    'https://0x7f.1',
    'https://2130706433',
    'https://0177.0.0.1',
    'https://127.1',
    'https://127.0.0.1.',
    'https://１２７.0.0.1',
    'https://[::1]',
    'https://[::ffff:127.0.0.1]',
    'https://[::ffff:7f00:1]',
    'https://[::ffff:10.0.0.1]',
    'https://10.0.0.1',
    'https://169.254.169.254',
    'https://0.0.0.0',
    'http://127.0.0.1',
    'http://hooks.example.com',
  ])('to %s is not even begun, although it is in the database', async (origin) => {
    expect(await post(`${origin}:${canary.port}/`)).toMatchObject({ status: null, error: 'dns_blocked' });
    expect(canary.connections).toBe(0);
  });
});

describe('a name that rebinds', () => {
  /** Unicast, so the rules let it, and in no network: nothing can be there. */
  const NOWHERE = '2d00::1';

  it('to a private address after it was checked leads nowhere: what was checked is what is dialled', async () => {
    let asked = 0;
    resolver().resolve = () => {
      asked += 1;
      const address = asked === 1 ? NOWHERE : '127.0.0.1';
      return Promise.resolve([{ address, family: asked === 1 ? 6 : 4 }]);
    };
    const posts = app.nest.get(OutgoingPosts, { strict: false });
    let prepared = 0;
    const post = () =>
      posts.post(`https://rebinding.example.com:${canary.port}/`, 300, () => {
        prepared += 1;
        return Promise.resolve(true);
      });
    expect(['connect_failed', 'timeout']).toContain((await post())?.error);
    expect(asked).toBe(1);
    expect((await post())?.error).toBe('dns_blocked');
    expect([asked, prepared, canary.connections]).toEqual([2, 0, 0]);
  });

  it('is looked up by real name servers, and blocked by whichever of its addresses is private', async () => {
    const names = await NameServer.open();
    const real = new AddressResolver();
    (real as unknown as { resolver: { setServers: (servers: string[]) => void } }).resolver.setServers([names.address]);
    resolver().resolve = (hostname) => real.resolve(hostname);
    const posts = app.nest.get(OutgoingPosts, { strict: false });
    for (const [v4, v6] of [
      [['127.0.0.1'], []],
      [['169.254.169.254'], []],
      [[], ['::ffff:127.0.0.1']],
      [['127.0.0.1'], [NOWHERE]],
      [
        ['192.168.0.1', '127.0.0.1'],
        [NOWHERE, '::1'],
      ],
    ]) {
      names.answers = { v4, v6 };
      const result = await posts.post(`https://hooks.example.com:${canary.port}/`, 5_000, () => Promise.resolve(true));
      expect([v4, v6, result?.error]).toEqual([v4, v6, 'dns_blocked']);
    }
    expect(names.asked).toBeGreaterThan(0);
    expect(canary.connections).toBe(0);
    await names.close();
  });
});

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])('%s to a private address is an answer like any other', async (status) => {
    const relaxed = await startTestApp({ WEBHOOK_ALLOW_PRIVATE_ADDRESSES: true }, app);
    const receiver = await Receiver.open();
    try {
      receiver.behave = () => ({ status, headers: { Location: canary.url } });
      const posts = relaxed.nest.get(OutgoingPosts, { strict: false });
      const result = await posts.post(receiver.url, 5_000, (write) => {
        write({ headers: {}, body: '{"type":"x"}' });
        return Promise.resolve(true);
      });
      expect(result).toMatchObject({ status, error: null });
      expect([receiver.arrivals.length, canary.connections]).toEqual([1, 0]);
    } finally {
      await receiver.close();
      await relaxed.close();
    }
  });
});

describe('the allowed ranges', () => {
  it('allow their own addresses only', () => {
    const ranges = parseRanges('10.1.0.0/16, fd00:1::/32');
    const allowed = ['10.1.2.3', '10.2.0.1', 'fd00:1::5', 'fd00:2::5', '127.0.0.1', '8.8.8.8'];
    expect(allowed.map((address) => mayConnect(address, false, ranges))).toEqual([
      true,
      false,
      true,
      false,
      false,
      false,
    ]);
    expect(allowed.map((address) => mayConnect(address, true, ranges))).toEqual([
      true,
      false,
      true,
      false,
      false,
      true,
    ]);
  });

  it('leave every other private address blocked, by name and by number', async () => {
    const narrow = await startTestApp({ WEBHOOK_ALLOWED_RANGES: '10.1.0.0/16' }, app);
    try {
      const there = await School.open(narrow);
      const body = { name: 'Receiver', eventNames: ['group.created'], secret: canary.secret };
      const create = async (endpointUrl: string): Promise<number> =>
        (await there.owner.client.post('/webhook-subscriptions', { ...body, endpointUrl })).status;
      expect(await create('http://10.1.2.3/')).toBe(201);
      for (const url of ['http://10.2.0.1/', 'https://127.0.0.1/', 'http://8.8.8.8/'])
        expect(await create(url)).toBe(400);
      const posts = narrow.nest.get(OutgoingPosts, { strict: false });
      const result = await posts.post(`http://localhost:${canary.port}/`, 1_000, () => Promise.resolve(true));
      expect([result?.error, canary.connections]).toEqual(['dns_blocked', 0]);
    } finally {
      await narrow.close();
    }
  });

  it('allows plain http and private addresses', async () => {
    const relaxed = await startTestApp({ WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8,::1/128' }, app);
    try {
      const there = await School.open(relaxed);
      const id = await subscribe(there, { url: `http://localhost:${canary.port}/`, secret: canary.secret });
      await workerOf(relaxed).runOnce();
      expect((await readSubscription(there, id)).status).toBe('active');
    } finally {
      await relaxed.close();
    }
  });
});
