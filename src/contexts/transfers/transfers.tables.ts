import { Tables } from '#kernel/persistence';

/** Each context moves its own rows; a transfer decides which. */
export const transferTables = new Tables({
  owner: 'transfers',
  owns: {},
  reads: ['cohorts'],
});
