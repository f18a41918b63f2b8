import { execFileSync, spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { copyPrepared, type Preparation } from './prepared-data.js';

/** A program of the service as it is started: main, cli or tour. */
export function program(name: string): string {
  return fileURLToPath(new URL(`../../service/${name}.js`, import.meta.url));
}

/** A process of the service with its output. */
export interface Run {
  child: ChildProcess;
  stdout: () => string;
  stderr: () => string;
  ended: Promise<{ code: number | null; signal: string | null }>;
}

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

export type Environment = Record<string, string>;

/** A folder for processes; `clear` removes it and stops them. */
export class Workplace {
  readonly folder = mkdtempSync(join(tmpdir(), 'delivery-process-'));
  readonly dataDir = join(this.folder, 'data');
  private readonly runs: Run[] = [];

  constructor() {
    // As root, PostgreSQL runs under another account, which must be able to enter.
    chmodSync(this.folder, 0o755);
  }

  /** Copies a prepared data directory to this one. */
  async prepare(preparation: Preparation): Promise<void> {
    await copyPrepared(preparation, this.dataDir, async (DATA_DIR) => {
      if (preparation === 'migrated') {
        const { code, stderr } = await this.finish('cli', ['migrate'], { DATA_DIR });
        if (code !== 0) throw new Error(stderr);
      } else {
        const { child, ended } = await this.serve({ DATA_DIR });
        child.kill('SIGTERM');
        await ended;
      }
    });
  }

  /** Starts a command with this data directory and only the given settings. */
  run(command: string, args: string[], env: Environment = {}, options: SpawnOptions = {}): Run {
    const { PATH, HOME } = process.env;
    const settings = { PATH, HOME, DATA_DIR: this.dataDir, HOST: '127.0.0.1', PORT: '0', ...env };
    const child = spawn(command, args, { cwd: this.folder, env: settings, stdio: 'pipe', ...options });
    const run = watched(child);
    this.runs.push(run);
    return run;
  }

  node(name: string, args: string[] = [], env: Environment = {}): Run {
    return this.run(process.execPath, [program(name), ...args], env);
  }

  /** Runs a program of the service to its end. */
  async finish(name: string, args: string[] = [], env: Environment = {}): Promise<Finished> {
    const run = this.node(name, args, env);
    const { code } = await run.ended;
    return { code, stdout: run.stdout(), stderr: run.stderr() };
  }

  /** Starts the service and waits until it is ready. */
  async serve(env: Environment = {}): Promise<Run & { url: string }> {
    return ready(this.node('main', [], env));
  }

  /** The supervisor and PostgreSQL processes of the data directory. */
  processes(): string[] {
    const listed = execFileSync('ps', ['-eww', '-o', 'pid=,args='], { encoding: 'utf8' });
    return listed.split('\n').filter((line) => line.includes(this.dataDir));
  }

  /** Whether these processes end by themselves. */
  async isQuiet(): Promise<boolean> {
    const deadline = Date.now() + 60_000;
    while (this.processes().length > 0) {
      if (Date.now() > deadline) return false;
      await delay(20);
    }
    return true;
  }

  /** Stops the processes; others may be started. */
  async stop(): Promise<void> {
    for (const { child } of this.runs) child.kill('SIGTERM');
    await Promise.all(this.runs.map(({ ended }) => ended));
  }

  async clear(): Promise<void> {
    await this.stop();
    await this.isQuiet();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export function watched(child: ChildProcess): Run {
  const said = { stdout: '', stderr: '' };
  child.stdout?.on('data', (data: Buffer) => (said.stdout += data.toString()));
  child.stderr?.on('data', (data: Buffer) => (said.stderr += data.toString()));
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  return { child, stdout: () => said.stdout, stderr: () => said.stderr, ended };
}

/** Waits for the welcome message, which is written at once. */
export async function ready(run: Run): Promise<Run & { url: string }> {
  let ended = false;
  void run.ended.then(() => {
    ended = true;
  });
  while (!run.stdout().includes('Delivery Service is ready.')) {
    if (ended) throw new Error(`The service did not start: ${run.stderr()}`);
    await delay(10);
  }
  return { ...run, url: /(?<=API {8})http\S+(?=\/api\/v1)/.exec(run.stdout())?.[0] ?? '' };
}

/** Without the warnings of a log: on a busy machine workers say that they waited in vain. */
export function withoutWarnings(logged: string): string {
  const lines = logged.split('\n').filter((line) => !line.startsWith('{"level":40'));
  return lines.join('\n');
}

/** The API keys in the welcome message, by holder. */
export function shownKeys(welcome: string): string[] {
  return [...welcome.matchAll(/^ {2}(?:OWNER|ADMIN|MEMBER)(?:, .*?)? +(dsk_\S+)$/gm)].map(([, key]) => key);
}

/** A port without listener, below the ephemeral range. */
export const CLOSED_PORT = '1';
