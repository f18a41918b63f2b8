import 'reflect-metadata';
import { availableParallelism } from 'node:os';
import { expect, it } from '@jest/globals';
import { Configuration } from '#kernel/settings';
import { processCount, ProcessSettings } from './process.settings.js';

const countOf = (PROCESSES?: string): number =>
  processCount(new Configuration({ PROCESSES }, [ProcessSettings]).get(ProcessSettings));

it('PROCESSES is a number, or auto for the cores that the process may use; one by default', () => {
  expect([countOf(), countOf('1'), countOf('256'), countOf('auto')]).toEqual([1, 1, 256, availableParallelism()]);
});

it.each(['0', '257', '1.5', '-1', '01', 'many'])('PROCESSES=%s is refused', (value) => {
  expect(() => countOf(value)).toThrow('Configuration: PROCESSES must be auto or a number from 1 to 256');
});
