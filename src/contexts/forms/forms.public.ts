// Exports of forms for other contexts.
export { SHOWN_ANONYMOUS_ANSWERS } from './anonymous/shown-answers.js';
export { REDACTED_ANSWERS } from './response/redacted-answers.js';
export { transferResponses } from './response/response-transfer.js';
