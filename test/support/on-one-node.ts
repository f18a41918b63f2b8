import { it } from '@jest/globals';

/** Declares a test that need not run on every Node, in a file that does: see test/folders.json. */
export const onOneNode = process.env.TEST_SELECTION === 'every-node' ? it.skip : it;
