// Exports of outcomes for other contexts.
export { OutcomeMeasure, toOutcomeMeasure } from './outcome-measure/outcome-measure.dto.js';
export type { OutcomeMeasureEntity } from './outcome-measure/outcome-measure.entity.js';
