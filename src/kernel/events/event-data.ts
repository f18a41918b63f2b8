import { toResource, type SourceOf } from '../fields/to-resource.js';
import type { EventDeclaration } from './event.js';

type Camel<Words extends string> = Words extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Words;

/** The field of an event's data that names the resource: `memberTaskId` of `member_task.completed`. */
type OwnId<Name extends string> = Name extends `${infer Noun}.${string}` ? `${Camel<Noun>}Id` : never;

/** A row that has every field of an event's data, by the same name; its id is the field that names the resource. */
export type EventSource<Data extends object, Name extends string> = { readonly id: string } & SourceOf<
  Omit<Data, OwnId<Name>>
>;

/** The fields that the class of the event's data names, taken from the row. */
export function eventData<Data extends object, Name extends string>(
  { name, data }: EventDeclaration<Data, Name>,
  row: EventSource<Data, Name>,
): Data {
  const ownId = `${name.slice(0, name.indexOf('.')).replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())}Id`;
  return toResource(data, { ...row, [ownId]: row.id } as unknown as SourceOf<Data>);
}
