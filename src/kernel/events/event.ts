import type { Type } from '@nestjs/common';
import { unchecked } from '../fields/field.js';
import { TextList } from '../fields/text.js';
import { EVENT_NAMES } from './audited-names.js';

/** An event that other systems can subscribe to: its name and the class of its data. */
export interface EventDeclaration<Data extends object = object, Name extends string = string> {
  readonly name: Name;
  readonly summary: string;
  readonly data: Type<Data>;
  /** Incremented with every field that is added to the data. A breaking change needs a new event. */
  readonly version: number;
}

const declared = new Map<string, EventDeclaration>();

/** Declares an event. Its name is `resource.past_verb` and unique; its summary is a sentence in the past tense. */
export function declareEvent<Data extends object, const Name extends string>(
  name: Name,
  summary: string,
  data: Type<Data>,
  version = 1,
): EventDeclaration<Data, Name> {
  const event = { name, summary, data, version };
  if (declared.has(name)) throw new Error(`two events are named ${name}`);
  declared.set(name, event);
  EVENT_NAMES.add(name);
  return event;
}

/** The data of a PATCH's event: `data` and the names of the fields that were sent. */
export function withFields<Data extends object>(data: Type<Data>): Type<Data & { fields: string[] }> {
  class WithFields extends (data as Type) {
    @TextList(unchecked, { description: 'The fields that were sent', example: ['title'] })
    fields: string[];
  }
  Object.defineProperty(WithFields, 'name', { value: `${data.name}WithFields` });
  return WithFields as Type<Data & { fields: string[] }>;
}

/** Every event declared so far, by name. */
export function declaredEvents(): ReadonlyMap<string, EventDeclaration> {
  return declared;
}
