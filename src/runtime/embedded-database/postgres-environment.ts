/** The environment of PostgreSQL's programs: without secrets, PG* variables and the user's locale. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  const { PATH, TMPDIR, TEMP, SystemRoot } = process.env;
  return { PATH, TMPDIR, TEMP, SystemRoot, LC_ALL: 'C', TZ: 'UTC' };
}
