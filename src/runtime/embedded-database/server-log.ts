import { closeSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs';
import { fileError } from './data-directory.js';

const LOG_LIMIT = 10 * 1024 * 1024;

/** The open log file, and the offset at which this run starts. */
export interface ServerLog {
  file: number;
  start: number;
}

export function openLog(path: string): ServerLog {
  try {
    const file = openSync(path, 'a+', 0o600);
    boundLog(file);
    return { file, start: fstatSync(file).size };
  } catch (error) {
    throw fileError(`Cannot write ${path}`, error);
  }
}

/** Truncates the log when it is too large. Its writers append, so that they continue at the new end. */
export function boundLog(file: number): void {
  if (fstatSync(file).size > LOG_LIMIT) ftruncateSync(file);
}

export function readLog({ file, start }: ServerLog): string {
  const text = Buffer.alloc(Math.max(0, Math.min(fstatSync(file).size - start, 64 * 1024)));
  const length = readSync(file, text, 0, text.length, start);
  return text.toString('utf8', 0, length);
}

export function closeLog({ file }: ServerLog): void {
  closeSync(file);
}

/** The last error in the output of a program, or else its last line. */
export function lastProblem(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const problem = lines.findLast((line) => /\b(FATAL|PANIC|error):/i.test(line)) ?? lines.at(-1);
  return problem?.replace(/^.*?\b(FATAL|PANIC|ERROR): */, '') ?? 'no output';
}
