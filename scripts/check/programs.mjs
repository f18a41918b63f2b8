// The programs that tests use where they are installed. Without one, its tests are skipped.
import { run } from './steps.mjs';

/** Names with their packages in Debian. */
const PROGRAMS = {
  'chromium-headless-shell': 'chromium-headless-shell',
  promtool: 'prometheus',
  nginx: 'nginx-light',
  caddy: 'caddy',
  'systemd-analyze': 'systemd',
  pg_dump: 'postgresql',
  pgbouncer: 'pgbouncer',
  radicale: 'radicale',
  xandikos: 'xandikos',
};

const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
const has = async (name) => (await run(['sh', '-c', `command -v ${name}`], '.')).isGood;

/** Installs what is missing on a build machine that is Debian's, as root. Elsewhere nothing is installed. */
export async function installPrograms() {
  const missing = [];
  for (const name of Object.keys(PROGRAMS)) if (!(await has(name))) missing.push(name);
  if (missing.length > 0 && process.env.CI === 'true' && isRoot && (await has('apt-get'))) {
    await run(['timeout', '300', 'apt-get', 'update'], '.');
    // One by one: a package that cannot be had keeps no other one away. RUNLEVEL: none of them is started.
    const script = 'RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$0"';
    for (const name of missing) await run(['timeout', '600', 'sh', '-c', script, PROGRAMS[name]], '.');
  }
  for (const name of missing) {
    if (!(await has(name))) process.stdout.write(`There is no ${name}: the tests that use it are skipped.\n`);
  }
}
