// A lower bound for Node on this machine: node:http and the pg driver, which pipeline the statements of a POST /groups.
// Without authentication, routing, validation and envelope: the difference is the overhead of the service.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import pg from 'pg';
import { newId } from '#kernel/persistence';
import type { Template } from '../../support/captured-write.js';

const CONNECTIONS = 8;

const template = JSON.parse(process.env.WRITE_TEMPLATE ?? '') as Template[];
const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: CONNECTIONS,
  pipeline: true,
});

async function write(key: string): Promise<string> {
  const ids: string[] = [];
  const client = await pool.connect();
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection;
  stream.cork();
  const answers = template.map(({ text, values }, index) => {
    // BEGIN and COMMIT are not prepared.
    if (values.length === 0) return client.query(text);
    return client.query({
      name: `statement_${index}`,
      text,
      values: values.map((value) => {
        if (typeof value !== 'object' || value === null) return value;
        if ('bytes' in value) return Buffer.from(value.bytes, 'hex');
        return 'key' in value ? key : (ids[value.id] ??= newId());
      }),
    });
  });
  process.nextTick(() => stream.uncork());
  try {
    await Promise.all(answers);
  } finally {
    client.release();
  }
  return ids[0];
}

const server = createServer((request, response) => {
  if (request.method !== 'POST') return void response.end('ready');
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const sent = JSON.parse(Buffer.concat(chunks).toString()) as object;
    write(request.headers['idempotency-key'] as string).then(
      (id) => {
        const body = JSON.stringify({ id, ...sent });
        response.writeHead(201, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
        response.end(body);
      },
      (error: unknown) => {
        response.writeHead(500);
        response.end(String(error));
      },
    );
  });
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}/\n`);
});
process.once('SIGTERM', () => process.exit(0));
