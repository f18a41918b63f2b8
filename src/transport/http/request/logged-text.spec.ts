import { describe, expect, it } from '@jest/globals';
import { issueApiKey } from '#kernel/authentication';
import { loggedCorrelationId, loggedPath } from './logged-text.js';

const id = '01a210ac-eb11-7646-b9a3-59f44f722222';
const { text: key } = issueApiKey(id);

describe('a path in the log', () => {
  it.each([
    ['/api/v1/webhook-subscriptions', '/api/v1/webhook-subscriptions'],
    [`/api/v1/enrollments/${id}/uncomplete-lesson?x=1`, `/api/v1/enrollments/${id}/uncomplete-lesson`],
    ['/wp-admin/setup.php', '/wp-admin/setup.php'],
    [`/api/v1/programs/${key}`, '/api/v1/programs/[redacted]'],
    [`/api/v1/programs/${key.replace('s', '%73')}`, '/api/v1/programs/[redacted]'],
    [`/api/v1/${key.slice(0, 12)}`, '/api/v1/[redacted]'],
    [`/${key.slice(20, 50)}`, '/[redacted]'],
    [`/x=${key}/y`, '/[redacted]/y'],
    ['/dsession_abc/DSK_abc', '/[redacted]/[redacted]'],
    ['/caf\u00e9\n', '/caf??'],
  ])('%s is %s', (url, logged) => {
    expect(loggedPath(url)).toBe(logged);
  });

  it('is bounded', () => {
    expect(loggedPath('/a'.repeat(5_000))).toHaveLength(203);
  });
});

describe('a correlation id in the log', () => {
  it.each([
    [id, id],
    ['01JD5Z8Q6W2V7T0R3Y4X5B6N7M', '01JD5Z8Q6W2V7T0R3Y4X5B6N7M'],
    [key, '[redacted]'],
    [`order 7: ${key}!`, 'order 7: [redacted]!'],
    [`x${key}`, 'x[redacted]'],
  ])('%s is %s', (sent, logged) => {
    expect(loggedCorrelationId(sent)).toBe(logged);
  });
});
