export { declareCounter, Metrics, METRICS_TYPE } from './metrics.js';
