// Exports of exports for other contexts.
export { expireExportsWith } from './expire-exports.js';
