/** The console: what its page may load, how long its files are kept, and where it is served. */
const SERVED = 'src/transport/console/served-console.ts';
const CONSOLE = 'test/transport/console.e2e-spec.ts';

export default [
  {
    id: 'console-connections',
    removes: 'the refusal of connections to other hosts',
    file: SERVED,
    from: "`connect-src 'self'${others}`",
    to: '"connect-src *"',
    tests: CONSOLE,
    titles: [
      'is the same for each of its paths, under a policy that allows this service, and videos and pictures alone from elsewhere',
    ],
  },
  {
    id: 'console-nonce',
    removes: 'a nonce of its own for each page',
    file: SERVED,
    from: "randomBytes(16).toString('base64url')",
    to: "'AAAAAAAAAAAAAAAAAAAAAA'",
    tests: CONSOLE,
    titles: ['has another nonce each time'],
  },
  {
    id: 'console-files-kept',
    removes: 'the permission to keep the files of the console',
    file: SERVED,
    from: "'public, max-age=31536000, immutable'",
    to: "'no-store'",
    tests: CONSOLE,
    titles: ['may be kept forever, and are compressed for those who accept it'],
  },
  {
    id: 'console-of-a-worker',
    removes: 'the refusal of the console by a worker',
    file: 'src/transport/application.ts',
    from: "'mcp', 'console', ",
    to: "'mcp', ",
    tests: CONSOLE,
    titles: ['a worker serves no console'],
  },
];
