import type { Type } from '@nestjs/common';
import type { AccessRule } from '../access/access-rule.js';
import type { KeyPermission } from '../access/key-scopes.js';
import type { EventDeclaration } from '../events/event.js';
import type { Page } from '../lists/page.js';
import { declareList, declareRead, declareWrite, type ReadOperation, type WriteOperation } from './operation.js';
import { capitalized, snake, withArticle } from './noun.js';
import type { TargetPolicy } from './target.js';

/** The path without its last parameter: `/groups` of `/groups/:groupId`. */
type CollectionOf<Path extends string> = Path extends `${infer Collection}/:${string}` ? Collection : Path;

interface ResourceDeclaration<Path extends string, Data extends object> {
  /** In the singular: "coaching session". Operation names and the audit target type are derived from it. */
  noun: string;
  /** By default the noun with an s. */
  plural?: string;
  tag?: string;
  /** The path of one resource, which ends with its id parameter. */
  path: Path;
  response: Type<Data>;
  target: TargetPolicy;
  read: AccessRule;
  write: AccessRule;
  permission?: KeyPermission;
}

/** The fields of an operation that add to its resource or override it. */
type Own<Operation> = Partial<Omit<Operation, 'kind' | 'path' | 'body' | 'query' | 'response' | 'event'>>;
type StatusOf<Data> = Data extends { status: infer Status extends string } ? Status : never;
type OwnWrite<Data, Event> = Own<WriteOperation<string, unknown, Data>> & { event?: Event; leadsTo?: StatusOf<Data> };
/** A write with the type of its event, so that a service can record it as `archiveGroup.event`. */
type Write<Path extends string, Body, Data, Event> = Omit<WriteOperation<Path, Body, Data>, 'event'> & { event: Event };
type MaybeEvent = EventDeclaration | undefined;

/** A noun of the API, from whose declaration its operations are derived. */
export class Resource<Path extends string, Data extends object> {
  private readonly plural: string;
  private readonly tag: string;

  constructor(private readonly declared: ResourceDeclaration<Path, Data>) {
    this.plural = declared.plural ?? `${declared.noun}s`;
    this.tag = declared.tag ?? capitalized(this.plural);
  }

  /** `GET /groups`; with `path` and `parent`, the policy of that path, also `GET /cohorts/:cohortId/groups`. */
  list<const At extends string = CollectionOf<Path>, Query = unknown, Item extends object = Data>(
    own: Own<ReadOperation> & { path?: At; query: Type<Query>; item?: Type<Item>; parent?: TargetPolicy },
  ): ReadOperation<At, Query, Page<Item>> {
    const { path = collectionOf(this.declared.path), item, parent, ...rest } = own;
    return declareList<At, Item, Query>({
      ...this.readBy,
      name: `list_${snake(this.plural)}`,
      path: path as At,
      summary: `List ${this.plural}`,
      target: parent,
      item: (item ?? this.declared.response) as Type<Item>,
      ...rest,
    });
  }

  /** `GET /groups/:groupId`. */
  get<Detail extends object = Data>(
    own: Own<ReadOperation> & { response?: Type<Detail> } = {},
  ): ReadOperation<Path, unknown, Detail> {
    const { response } = this.declared as unknown as { response: Type<Detail> };
    const summary = `Retrieve ${withArticle(this.declared.noun)}`;
    return declareRead<Path, Detail>({ ...this.readBy, ...this.derived('get'), summary, response, ...own });
  }

  /** `POST /groups`; `path` and `parent` as for `list`. */
  create<
    const At extends string = CollectionOf<Path>,
    Body = unknown,
    Event extends MaybeEvent = undefined,
    Created extends Data = Data,
  >(
    own: OwnWrite<Created, Event> & { path?: At; body: Type<Body>; parent?: TargetPolicy; response?: Type<Created> },
  ): Write<At, Body, Created, Event> {
    const { path = collectionOf(this.declared.path), parent, ...rest } = own;
    const place = { ...this.derived('create'), path: path as At, target: parent };
    return this.declareWrite({ ...place, status: 201, ...rest });
  }

  /** `PATCH /groups/:groupId`; without a change it records no event. */
  patch<Body, Event extends MaybeEvent, Patched extends Data = Data>(
    own: OwnWrite<Patched, Event> & { body: Type<Body>; response?: Type<Patched> },
  ): Write<Path, Body, Patched, Event> {
    return this.declareWrite({ ...this.derived('update'), method: 'PATCH', mayChangeNothing: true, ...own });
  }

  /** `DELETE /groups/:groupId`. */
  delete<Event extends MaybeEvent, Deleted extends Data = Data>(
    own: OwnWrite<Deleted, Event> & { response?: Type<Deleted> },
  ): Write<Path, unknown, Deleted, Event> {
    return this.declareWrite({ ...this.derived('delete'), method: 'DELETE', ...own });
  }

  /** `POST /groups/:groupId/archive`. */
  command<const Verb extends string, Body = unknown, Event extends MaybeEvent = undefined, Result extends Data = Data>(
    verb: Verb,
    own: OwnWrite<Result, Event> & { body?: Type<Body>; response?: Type<Result> },
  ): Write<`${Path}/${Verb}`, Body, Result, Event> {
    const path = `${this.declared.path}/${verb}` as const;
    return this.declareWrite({ ...this.derived(verb), path, ...own });
  }

  /** The name, path, summary and target of an operation on one resource, from its verb and its noun. */
  private derived(verb: string) {
    const { noun, path, target } = this.declared;
    const summary = `${capitalized(verb)} ${withArticle(noun)}`;
    return { name: `${snake(verb)}_${snake(noun)}`, path, summary, target };
  }

  private get readBy() {
    return { tag: this.tag, access: this.declared.read, permission: this.declared.permission };
  }

  private declareWrite<At extends string, Body, Event extends MaybeEvent, Result extends Data>(
    declaration: OwnWrite<Result, Event> &
      Pick<WriteOperation<At>, 'name' | 'path' | 'summary'> & { body?: Type<Body>; response?: Type<Result> },
  ): Write<At, Body, Result, Event> {
    const { noun, write, response } = this.declared;
    return declareWrite<At, Result, Body>({
      tag: this.tag,
      access: write,
      permission: this.declared.permission,
      response: response as unknown as Type<Result>,
      targetType: snake(noun),
      ...(declaration as OwnWrite<Result, EventDeclaration> & typeof declaration),
    }) as Write<At, Body, Result, Event>;
  }
}

export function resource<const Path extends string, Data extends object>(
  declared: ResourceDeclaration<Path, Data>,
): Resource<Path, Data> {
  return new Resource(declared);
}

function collectionOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/:'));
}
