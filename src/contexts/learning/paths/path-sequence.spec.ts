import { describe, expect, it } from '@jest/globals';
import { coursesThatWait } from './path-sequence.js';

interface Given {
  required?: number;
  completed?: number;
  completedAt?: Date;
}

/** The numbers of the courses that wait, from 1. */
const waiting = (...courses: Given[]) => {
  const steps = courses.map((course, index) => ({
    ...{ courseId: String(index + 1), required: 2, completed: 0, completedAt: null },
    ...course,
  }));
  return [...coursesThatWait(steps)].map(Number);
};

const OPEN = {};
const DONE = { completed: 2 };
/** Completed once, with a lesson that was added later. */
const KEPT = { completed: 1, completedAt: new Date(0) };
const OPTIONAL = { required: 0 };

describe('the courses of a sequential path', () => {
  it('wait for the one before them, of which the first has none', () => {
    expect(waiting(OPEN, OPEN, OPEN)).toEqual([2, 3]);
    expect(waiting(DONE, OPEN, OPEN)).toEqual([3]);
    expect(waiting(KEPT, OPEN, OPEN)).toEqual([3]);
    expect(waiting(DONE, KEPT, OPEN)).toEqual([]);
    expect(waiting()).toEqual([]);
  });

  it('wait for the one before them only', () => {
    expect(waiting(OPEN, DONE, OPEN)).toEqual([]);
  });

  it('stay open once they are completed', () => {
    expect(waiting(OPEN, KEPT, OPEN, DONE)).toEqual([]);
  });

  it('are not blocked by one without required lessons, but by the one before that', () => {
    expect(waiting(OPTIONAL, OPEN)).toEqual([]);
    expect(waiting(OPEN, OPTIONAL, OPEN)).toEqual([2, 3]);
    expect(waiting(DONE, OPTIONAL, OPEN)).toEqual([]);
    // Its lessons were archived after it was completed.
    expect(waiting(OPEN, { ...OPTIONAL, completedAt: new Date(0) }, OPEN)).toEqual([]);
  });
});
