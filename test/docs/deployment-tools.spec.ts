import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { areInstalled } from '../support/programs/installed.js';

/** Each of these programs judges its own files, where it is installed: see scripts/check/programs.mjs. */
const where = (...programs: string[]) => (areInstalled(...programs) ? it : it.skip);

/** In the range of no ephemeral port. */
const HIGH_PORT = '20443';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'delivery-tools-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function verdict(program: string, ...args: string[]): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    cwd: folder,
    env: { ...process.env, HOME: folder },
  });
  return { status, said: stdout + stderr };
}

where('nginx', 'openssl')('nginx takes deploy/nginx.conf', () => {
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=delivery.example.com'];
  execFileSync('openssl', [...request, '-keyout', key, '-out', certificate], { stdio: 'pipe' });
  const site = readFileSync('deploy/nginx.conf', 'utf8')
    .replace('/etc/ssl/delivery.example.com.pem', certificate)
    .replace('/etc/ssl/private/delivery.example.com.key', key)
    // nginx binds the port in its test; an ordinary user may have those above 1023 only.
    .replace('listen 443', `listen 127.0.0.1:${HIGH_PORT}`);
  expect(site).toContain(HIGH_PORT);
  const main = join(folder, 'nginx.conf');
  const scratch = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder};\n`);
  const http = `http {\naccess_log off;\n${scratch.join('')}${site}}\n`;
  writeFileSync(main, `pid ${folder}/pid;\nerror_log stderr;\nevents {}\n${http}`);
  expect(verdict('nginx', '-t', '-q', '-p', folder, '-e', 'stderr', '-c', main)).toEqual({ status: 0, said: '' });
});

where('caddy')('Caddy takes deploy/Caddyfile', () => {
  const { status, said } = verdict(
    'caddy',
    'validate',
    '--adapter',
    'caddyfile',
    '--config',
    resolve('deploy/Caddyfile'),
  );
  expect([status, said]).toEqual([0, expect.stringContaining('Valid configuration')]);
});

where('systemd-analyze')('systemd takes the unit', () => {
  // Of the program only that it is there, which differs from machine to machine.
  const unit = join(folder, 'delivery-service.service');
  cpSync('deploy/delivery-service.service', unit);
  writeFileSync(unit, readFileSync(unit, 'utf8').replace('/usr/bin/node', process.execPath));
  expect(verdict('systemd-analyze', 'verify', unit)).toEqual({ status: 0, said: '' });
});

where('promtool')('Prometheus takes the alert rules', () => {
  expect(verdict('promtool', 'check', 'rules', resolve('docs/monitoring/alerts.yaml'))).toMatchObject({ status: 0 });
});
