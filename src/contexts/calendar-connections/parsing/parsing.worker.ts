import { parentPort } from 'node:worker_threads';
import { expand, type ExpansionTerms, type Spans, TooManyOccurrences } from './expansion.js';
import { type DavResource, parseMultistatus } from './multistatus.js';

/** The tasks of the thread: see `CalendarParser`. */
export type ParsingTask =
  { kind: 'multistatus'; text: string } | { kind: 'expand'; texts: string[]; terms: ExpansionTerms };

export type ParsingResult =
  | { kind: 'multistatus'; resources: DavResource[] }
  | { kind: 'expand'; spans: (Spans | null)[] }
  | { kind: 'refused'; reason: 'bad_response' | 'too_large' };

function perform(task: ParsingTask): ParsingResult {
  try {
    if (task.kind === 'multistatus') return { kind: 'multistatus', resources: parseMultistatus(task.text) };
    return { kind: 'expand', spans: task.texts.map((text) => expand(text, task.terms)) };
  } catch (error) {
    return { kind: 'refused', reason: error instanceof TooManyOccurrences ? 'too_large' : 'bad_response' };
  }
}

parentPort?.on('message', (task: ParsingTask) => parentPort?.postMessage(perform(task)));
