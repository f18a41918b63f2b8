import type { Type } from '@nestjs/common';

/** An event that other systems can follow: its name and the shape of its data, which its JSON Schema comes from. */
export interface EventDeclaration<Data extends object = object> {
  readonly name: string;
  readonly summary: string;
  readonly data: Type<Data>;
  /** Of the data's fields: one up with every field that is added. A change that could break a reader is a new event. */
  readonly version: number;
}

const declared = new Map<string, EventDeclaration>();

/** Declares an event, in version 1 unless it says so. Names are `resource.past_verb`, unique in the service. */
export function declareEvent<Data extends object>(
  described: Omit<EventDeclaration<Data>, 'version'> & { version?: number },
): EventDeclaration<Data> {
  const event = { version: 1, ...described };
  if (declared.has(event.name)) throw new Error(`two events are named ${event.name}`);
  declared.set(event.name, event);
  return event;
}

/** Every event declared so far, by name. */
export function declaredEvents(): ReadonlyMap<string, EventDeclaration> {
  return declared;
}
