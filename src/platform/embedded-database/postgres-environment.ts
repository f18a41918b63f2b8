/** The environment of PostgreSQL's programs: none of the service's secrets, no PG* variables, no foreign locale. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  const { PATH, TMPDIR, TEMP, SystemRoot } = process.env;
  return { PATH, TMPDIR, TEMP, SystemRoot, LC_ALL: 'C', TZ: 'UTC' };
}
