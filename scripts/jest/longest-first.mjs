// The order of the spec files: folders whose files take longest first, so that no worker ends long after the others.
import { statSync } from 'node:fs';

const LONGEST = ['conformance', 'fuzz', 'process', 'lists', 'torture', 'webhooks', 'standby', 'failover', 'transport'];

function rank(path) {
  const found = LONGEST.findIndex((folder) => path.replaceAll('\\', '/').includes(`/test/${folder}/`));
  return found < 0 ? LONGEST.length : found;
}

export default class LongestFirst {
  sort(tests) {
    const known = tests.map((test) => ({ test, rank: rank(test.path), size: statSync(test.path).size }));
    return known.sort((a, b) => a.rank - b.rank || b.size - a.size).map(({ test }) => test);
  }

  /** Jest asks for these, for options that nothing here uses. */
  shard(tests) {
    return tests;
  }

  allFailedTests(tests) {
    return tests;
  }

  cacheResults() {}
}
