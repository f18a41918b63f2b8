import { describe, expect, it } from '@jest/globals';
import { asServiceError, isServerAnswer } from './database-errors.js';

const failure = (code: string | undefined, message: string): Error => Object.assign(new Error(message), { code });

describe('an error of a server that goes away', () => {
  it.each([
    ['08006', 'server closed the connection unexpectedly'],
    ['08P01', 'server login failed'],
    ['25P03', 'terminating connection due to idle-in-transaction timeout'],
    ['25P04', 'terminating connection due to transaction timeout'],
    ['53300', 'sorry, too many clients already'],
    ['57014', 'canceling statement due to user request'],
    ['57P01', 'terminating connection due to administrator command'],
    ['57P02', 'terminating connection because of crash of another server process'],
    ['57P03', 'the database system is starting up'],
    ['57P05', 'terminating connection due to idle-session timeout'],
    ['XX000', 'failure on connection marked as essential: 10.0.0.3:5432'],
    ['XX000', 'postmaster was shut down, exiting'],
    ['XX000', 'could not commit transaction for shard 102027 on at least one active node'],
    ['XX000', 'no active placements were found for shard 102027'],
    ['ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:5432'],
    ['EPIPE', 'write EPIPE'],
    [undefined, 'Connection terminated unexpectedly'],
    [undefined, 'timeout expired'],
  ])('is 503, and leaves the outcome of a COMMIT open: %s %s', (code, message) => {
    expect(asServiceError(failure(code, message))).toMatchObject({ status: 503, options: { retryAfterSeconds: 1 } });
    expect(isServerAnswer(failure(code, message))).toBe(false);
  });
});

describe('an error of the service itself', () => {
  it.each([
    ['XX000', 'cache lookup failed for relation 16384'],
    ['25006', 'cannot execute INSERT in a read-only transaction'],
    ['23505', 'duplicate key value violates unique constraint'],
  ])('is not: %s %s', (code, message) => {
    expect(asServiceError(failure(code, message))).toBeUndefined();
    expect(isServerAnswer(failure(code, message))).toBe(true);
  });
});
