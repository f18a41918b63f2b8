import type { FieldIssue } from '../errors/service-error.js';

/** A request class with rules across fields, which are checked when every single field is valid. */
export interface CrossChecked {
  crossIssues(): FieldIssue[];
}
