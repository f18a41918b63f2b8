// Exports of outcomes for other contexts.
export { entryLimit } from './outcome-entry/outcome-entry.operations.js';
export { OutcomeMeasure, toOutcomeMeasure } from './outcome-measure/outcome-measure.dto.js';
export type { OutcomeMeasureEntity } from './outcome-measure/outcome-measure.entity.js';
export {
  OUTCOMES_OF_ANSWERS,
  recordAnswers,
  voidRecorded,
  type MeasuredAnswer,
} from './outcome-entry/measured-answers.js';
