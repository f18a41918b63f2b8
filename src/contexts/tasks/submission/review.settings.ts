import { Setting } from '#kernel/settings';

/** A review is overdue this many hours after the submission. */
export class ReviewSettings {
  @Setting.integer({ min: 0, max: 876_000 }) REVIEW_DUE_HOURS = 72;
}
