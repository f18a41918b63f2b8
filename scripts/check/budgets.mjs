/**
 * What each step of `npm run check` may take, in seconds on two cores with nothing else running. A step that takes
 * longer is named at the end of the check; it does not fail.
 */
export const BUDGETS = {
  install: 60,
  programs: 180,
  'Node 24': 60,
  build: 60,
  lint: 120,
  format: 60,
  words: 10,
  architecture: 30,
  'OpenAPI document up to date': 20,
  'OpenAPI document lint': 30,
  'client: install': 60,
  'client: generated types up to date': 20,
  'client: lint': 30,
  'client: tests': 120,
  'console: install': 60,
  'console: types': 30,
  'console: lint': 60,
  'console: built files up to date': 30,
  'console: tests, 1/2': 500,
  'console: tests, 2/2': 500,
  'tests as an ordinary user': 120,
  tests: 540,
  'tests on Node 24': 180,
};

/** What an operation may add to the check, and to the specs of test/conformance, in seconds. */
export const OPERATION_BUDGET = 4;
/** There were 189 operations when the whole check was to take twenty minutes. */
export const checkBudget = (operations) => 1_200 + OPERATION_BUDGET * (operations - 189);
