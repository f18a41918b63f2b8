import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** What leads to the registry. Everything else that a user has set is left out: npm warns of settings that it does not know. */
const OF_THE_REGISTRY =
  /^(registry|cache|proxy|https-proxy|noproxy|ca|cafile|strict-ssl|@[^=]*:registry|\/\/[^=]*)\s*=/;
const VARIABLE_OF_NPM = /^npm_/i;
const OF_THE_REGISTRY_AS_VARIABLE = /^npm_config_(registry|cache|proxy|https_proxy|noproxy|ca|cafile|strict_ssl)$/i;

/** npm with a configuration of its own, kept in a folder. */
export class OwnNpm {
  /** The environment in which npm, and what it starts, has only that configuration. */
  readonly env: Record<string, string>;

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    const given = process.env.npm_config_userconfig ?? join(homedir(), '.npmrc');
    const lines = existsSync(given) ? readFileSync(given, 'utf8').split('\n') : [];
    const [user, global] = [join(folder, 'user.npmrc'), join(folder, 'global.npmrc')];
    writeFileSync(user, lines.filter((line) => OF_THE_REGISTRY.test(line.trim())).join('\n'), { mode: 0o600 });
    writeFileSync(global, '');
    const kept = Object.entries(process.env).filter(
      ([name]) => !VARIABLE_OF_NPM.test(name) || OF_THE_REGISTRY_AS_VARIABLE.test(name),
    );
    this.env = {
      ...(Object.fromEntries(kept) as Record<string, string>),
      npm_config_userconfig: user,
      npm_config_globalconfig: global,
      npm_config_prefer_offline: 'true',
      NODE_OPTIONS: '',
    };
  }

  /** Runs npm to its end; returns what it wrote. */
  run(cwd: string, args: string[], env: Record<string, string> = {}): string {
    const { status, stdout, stderr } = spawnSync('npm', args, {
      cwd,
      env: { ...this.env, ...env },
      encoding: 'utf8',
      shell: process.platform === 'win32',
    });
    if (status !== 0) throw new Error(stdout + stderr);
    return stdout + stderr;
  }
}
