import { describe, expect, it } from '@jest/globals';
import { sharedBuffers } from './server-settings.js';

const GIB = 2 ** 30;

describe("PostgreSQL's shared buffers", () => {
  it.each([
    [0.5, 128],
    [1, 128],
    [4, 512],
    [8, 1_024],
    [64, 1_024],
  ])('of a machine with %d GiB are %d MB', (memory, megabytes) => {
    expect(sharedBuffers(memory * GIB)).toBe(megabytes);
  });
});
