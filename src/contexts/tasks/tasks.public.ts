// What others may use of tasks.
export { ReviewSettings } from './review/review.settings.js';
