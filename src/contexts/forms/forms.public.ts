// Exports of forms for other contexts.
export { REDACTED_ANSWERS } from './response/redacted-answers.js';
export { transferResponses } from './response/response-transfer.js';
