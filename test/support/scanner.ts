import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from './until.js';

const CLAMD = '/usr/sbin/clamd';

/** What every scanner takes for infected, in two pieces, so that none takes this file for it. */
export const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD', '-ANTIVIRUS-TEST-FILE!$H+H*'].join('');
const DIGEST = '44d88612fea8a8f36de82e1278abb02f';

export interface Scanner {
  port: number;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** clamd where it is installed, with the one signature; otherwise a stand-in that speaks its protocol. */
export async function scanner(): Promise<Scanner> {
  const port = await freePort();
  return existsSync(CLAMD)
    ? clamd(port)
    : standIn(port, (content) => (content.includes(EICAR) ? 'stream: Eicar FOUND' : 'stream: OK'));
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function clamd(port: number): Scanner {
  let run: { child: ChildProcess; folder: string } | undefined;
  return {
    port,
    start: async () => {
      const folder = mkdtempSync(join(tmpdir(), 'delivery-clamd-'));
      writeFileSync(join(folder, 'local.hdb'), `${DIGEST}:${EICAR.length}:Eicar-Test-Signature\n`);
      const lines = [`DatabaseDirectory ${folder}`, `TCPSocket ${port}`, 'TCPAddr 127.0.0.1', 'Foreground yes'];
      writeFileSync(join(folder, 'clamd.conf'), `${lines.join('\n')}\n`);
      run = { folder, child: spawn(CLAMD, ['-c', join(folder, 'clamd.conf')], { stdio: 'ignore' }) };
      await until(() => answers(port), { what: 'clamd', withinMs: 60_000 });
    },
    stop: async () => {
      if (!run) return;
      run.child.kill('SIGKILL');
      await once(run.child, 'close');
      rmSync(run.folder, { recursive: true, force: true });
      run = undefined;
    },
  };
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  return once(socket, 'connect').then(
    () => Boolean(socket.destroy()),
    () => false,
  );
}

/** A server of clamd's protocol, whose verdict is the test's; it may be a promise. */
export function standIn(port: number, verdict: (content: string) => string | Promise<string>): Scanner {
  let server: Server | undefined;
  const sockets = new Set<Socket>();
  return {
    port,
    start: async () => {
      server = createServer((socket) => {
        sockets.add(socket);
        socket.on('error', () => undefined);
        void serve(socket, verdict);
      }).listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server?.close();
      if (server) await once(server, 'close');
      server = undefined;
    },
  };
}

async function serve(socket: Socket, verdict: (content: string) => string | Promise<string>): Promise<void> {
  let received = Buffer.alloc(0);
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    received = Buffer.concat([received, chunk]);
    if (received.toString('latin1') === 'zPING\0') return void socket.end('PONG\0');
    const content = contentOf(received);
    if (content === undefined) continue;
    return void socket.end(`${await verdict(content)}\0`);
  }
}

/** Undefined until the content is whole. */
function contentOf(received: Buffer): string | undefined {
  const command = 'zINSTREAM\0';
  if (!received.toString('latin1').startsWith(command)) return undefined;
  let content = '';
  for (let at = command.length; at + 4 <= received.length;) {
    const length = received.readUInt32BE(at);
    if (length === 0) return content;
    content += received.toString('latin1', at + 4, at + 4 + length);
    at += 4 + length;
  }
  return undefined;
}
