import type { Type } from '@nestjs/common';

/** An event that other systems can follow: its name and the shape of its data, which its JSON Schema comes from. */
export interface EventDeclaration<Data extends object = object> {
  readonly name: string;
  readonly summary: string;
  readonly data: Type<Data>;
}

const declared = new Map<string, EventDeclaration>();

/** Declares an event. Names are `resource.past_verb`, unique in the service. */
export function declareEvent<Data extends object>(event: EventDeclaration<Data>): EventDeclaration<Data> {
  if (declared.has(event.name)) throw new Error(`two events are named ${event.name}`);
  declared.set(event.name, event);
  return event;
}

/** Every event declared so far, by name. */
export function declaredEvents(): ReadonlyMap<string, EventDeclaration> {
  return declared;
}
