import { describe, expect, it } from '@jest/globals';
import { misspelledNames } from './misspelled.js';

const KNOWN = ['RATE_LIMIT_PER_MINUTE', 'DATABASE_URL', 'LOG_LEVEL', 'PORT', 'HOST', 'ROLE', 'DATA_DIR'];
const meantBy = (name: string) => misspelledNames([name], KNOWN).get(name);

describe('a name that is not a setting', () => {
  it.each([
    ['RATE_LIMIT_PER_MINUT', 'RATE_LIMIT_PER_MINUTE'],
    ['RATE_LIMTI_PER_MINUTES', 'RATE_LIMIT_PER_MINUTE'],
    ['rate_limit_per_minute', 'RATE_LIMIT_PER_MINUTE'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATBASE_URL', 'DATABASE_URL'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['DATADIR', 'DATA_DIR'],
  ])('%s was meant to be %s', (name, meant) => {
    expect(meantBy(name)).toBe(meant);
  });

  it.each(['POST', 'ROLES', 'PATH', 'PGSSLMODE', 'DATABASE_URL_OF_TESTS', 'KUBERNETES_SERVICE_PORT', 'LOG_LVL', ''])(
    '%j is of another program',
    (name) => {
      expect(meantBy(name)).toBeUndefined();
    },
  );

  it('is not a known one', () => {
    expect(misspelledNames(KNOWN, KNOWN).size).toBe(0);
  });
});
