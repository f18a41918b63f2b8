import { ApiError } from '@delivery-service/client';
import { Unfinished } from '../api/each.js';
import { strings } from '../strings/common.js';
import { issueSentence } from '../strings/words.js';
import type { Fields } from './fields.js';

/** A refusal, split into what is said at its field, and what is said above the buttons. */
export function refusalOf(error: unknown, fields: Fields) {
  const inputs: Record<string, string> = {};
  if (!(error instanceof ApiError)) return { inputs, others: error };
  let isElsewhere = error.details.length === 0;
  for (const { field, issue } of error.details) {
    const placed = Object.entries(fields).find(([, { at }]) => at === field)?.[0];
    const name = placed ?? field.split('.')[0] ?? '';
    if (name in fields) inputs[name] ??= issueSentence(issue);
    else isElsewhere = true;
  }
  return { inputs, others: isElsewhere ? error : undefined };
}

/** Why it is not known whether a write was carried out. */
export function whyUnknown(error: unknown): string {
  const { connection, failure, earlier } = strings.write.unknownBecause;
  if (error instanceof Unfinished) return strings.write.unfinished(error.done);
  if (!(error instanceof ApiError)) return connection;
  return error.status >= 400 && error.status < 500 ? earlier : failure;
}
