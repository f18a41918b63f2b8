import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** An nginx that takes files by PUT and serves them. */
export interface Nginx {
  url: string;
  stop: () => Promise<void>;
}

/** Starts nginx with the WebDAV module on a free port of the loopback; undefined where there is none. */
export async function startNginx(): Promise<Nginx | undefined> {
  if (spawnSync('nginx', ['-v']).error) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'bench-nginx-'));
  mkdirSync(join(folder, 'root'));
  const port = await freePort();
  const configuration = join(folder, 'nginx.conf');
  writeFileSync(
    configuration,
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; worker_processes 1;
     ${process.getuid?.() === 0 ? 'user root;' : ''}
     events {}
     http {
       access_log off; sendfile on; client_max_body_size 0;
       client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
       uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
       server { listen 127.0.0.1:${port}; root ${folder}/root; location / { dav_methods PUT; } }
     }`,
  );
  const child = spawn('nginx', ['-c', configuration, '-p', folder], { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 100; tries += 1) {
    if ((await fetch(url).catch(() => undefined)) !== undefined) break;
    await delay(50);
  }
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
