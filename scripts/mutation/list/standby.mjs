/** Reads beside the primary: what a standby may answer. */
const READ = 'src/kernel/standby/standby-read.ts';
const ROUTER = 'src/kernel/standby/read-router.ts';
const TOKENS = 'test/standby/tokens.e2e-spec.ts';
const CALLERS = 'test/standby/callers.e2e-spec.ts';

export default [
  {
    id: 'standby-token',
    removes: 'the comparison of the token with what the standby has replayed',
    file: READ,
    from: 'token !== undefined && replayed < token',
    to: 'token !== undefined && replayed < 0n',
    tests: TOKENS,
    titles: ['with a token is answered by the standby once it has replayed the write, else by the primary'],
  },
  {
    id: 'standby-replay-token',
    removes: 'the token of a replay',
    file: 'src/kernel/operations/write-runner.ts',
    from: 'result, token: await asking',
    to: 'result, token: (await asking) && undefined',
    tests: TOKENS,
    titles: ['with the token of a replay includes the first write'],
  },
  {
    id: 'standby-as-of',
    removes: 'the comparison of the position of the primary with what the standby has replayed',
    file: READ,
    from: 'position !== undefined && position <= replayed',
    to: 'position !== undefined || replayed < 0n',
    tests: TOKENS,
    titles: ['tells how old its data is: not newer than what the standby shows'],
  },
  {
    id: 'standby-max-lag',
    removes: 'the bound on the age of the data',
    file: READ,
    from: 'startedAt - instant > maxLagMs',
    to: 'startedAt - instant > maxLagMs + 60_000',
    tests: CALLERS,
    titles: ['ms allow, whoever wrote'],
  },
  {
    id: 'standby-caller',
    removes: 'the confirmation of the caller on the primary',
    file: READ,
    from: 'accessState: accessState ?? null',
    to: 'accessState: (accessState && null) ?? null',
    tests: CALLERS,
    titles: ['a revoked key is refused at once'],
  },
  {
    id: 'standby-responsibilities',
    removes: 'the comparison of the responsibilities on both servers',
    file: READ,
    from: 'current.join() !== responsibilityIds.join()',
    to: 'current.join() !== (responsibilityIds && current).join()',
    tests: CALLERS,
    titles: ['a coach does not reach a cohort any more whose assignment has ended'],
  },
  {
    id: 'standby-refusal',
    removes: 'the question to the primary before a refusal',
    file: ROUTER,
    from: '      this.note(error);\n',
    to: '      this.note(error);\n      if (error instanceof ServiceError) throw error;\n',
    tests: CALLERS,
    titles: ['a resource that the standby has not replayed yet is found on the primary'],
  },
  {
    id: 'standby-identity',
    removes: 'the check that READ_DATABASE_URL names the same database and role',
    file: 'src/kernel/standby/standby.ts',
    from: 'standby.identity !== primary.identity',
    to: "standby.identity === '' || primary.identity === ''",
    tests: 'test/standby/outage.e2e-spec.ts',
    titles: ['is entered with another role'],
  },
];
