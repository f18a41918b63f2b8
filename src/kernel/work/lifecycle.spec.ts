import { describe, expect, it } from '@jest/globals';
import { lifecycle } from './lifecycle.js';

const LIGHT = lifecycle<'red' | 'green' | 'off'>('traffic light', {
  red: ['green'],
  green: ['red', 'off'],
  off: [],
});

function reasonOf(act: () => void): unknown {
  try {
    act();
    return undefined;
  } catch (error) {
    return error;
  }
}

describe('a lifecycle', () => {
  it('allows the moves that it declares, and refuses the others by the present status', () => {
    expect(reasonOf(() => LIGHT.checkMove('red', 'green'))).toBeUndefined();
    expect(reasonOf(() => LIGHT.checkMove('red', 'off'))).toMatchObject({
      code: 'conflict',
      reason: 'traffic_light_red',
      message: 'The traffic light is red and cannot become off.',
    });
    expect(reasonOf(() => LIGHT.checkMove('off', 'off'))).toMatchObject({ reason: 'traffic_light_off' });
  });

  it('requires one of the statuses of a row', () => {
    expect(reasonOf(() => LIGHT.require({ status: 'red' }, 'red', 'green'))).toBeUndefined();
    expect(reasonOf(() => LIGHT.require({ status: 'off' }, 'red', 'green'))).toMatchObject({
      reason: 'traffic_light_off',
      message: 'The traffic light is off.',
    });
  });

  it('declares the refusals of a move and of a requirement', () => {
    expect(LIGHT.refusalsOfMove('off').map(({ reason }) => reason)).toEqual(['traffic_light_red', 'traffic_light_off']);
    expect(LIGHT.refusalsUnless('red').map(({ reason }) => reason)).toEqual([
      'traffic_light_green',
      'traffic_light_off',
    ]);
  });
});
