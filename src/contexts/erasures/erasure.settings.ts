import { Setting } from '#kernel/settings';

/** How long after its approval an erasure is carried out; until then it can be cancelled. */
export class ErasureSettings {
  @Setting.integer({ min: 0, max: 365 }) ERASURE_DELAY_DAYS = 7;
}
