import type { Type } from '@nestjs/common';
import type { AccessRule } from '../access/access-rule.js';
import type { KeyPermission } from '../access/key-scopes.js';
import type { EventDeclaration } from '../events/event.js';
import { pageOf, type Page } from '../lists/page.js';
import { declareRead, declareWrite, LOCKED, type ReadOperation, type WriteOperation } from './operation.js';
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
type Refusals = ReadOperation['refusals'];

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
    return this.declareRead({
      name: `list_${snake(this.plural)}`,
      path: path as At,
      summary: `List ${this.plural}`,
      target: parent,
      response: pageOf((item ?? this.declared.response) as Type<Item>),
      ...rest,
      refusals: { 400: 'A filter, limit or cursor is invalid.', ...rest.refusals },
    });
  }

  /** `GET /groups/:groupId`. */
  get<Detail extends object = Data>(
    own: Own<ReadOperation> & { response?: Type<Detail> } = {},
  ): ReadOperation<Path, unknown, Detail> {
    const { noun, path, target, response } = this.declared;
    return this.declareRead({
      name: `get_${snake(noun)}`,
      path,
      summary: `Retrieve ${withArticle(noun)}`,
      target,
      response: response as unknown as Type<Detail>,
      ...own,
    });
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
    const operation: unknown = this.declareWrite({
      name: `create_${snake(this.declared.noun)}`,
      method: 'POST',
      path: path as At,
      summary: `Create ${withArticle(this.declared.noun)}`,
      status: 201,
      target: parent,
      ...rest,
    });
    return operation as Write<At, Body, Created, Event>;
  }

  /** `PATCH /groups/:groupId`; without a change it records no event. */
  patch<Body, Event extends MaybeEvent, Patched extends Data = Data>(
    own: OwnWrite<Patched, Event> & { body: Type<Body>; response?: Type<Patched> },
  ): Write<Path, Body, Patched, Event> {
    const { noun, path, target } = this.declared;
    const operation: unknown = this.declareWrite({
      name: `update_${snake(noun)}`,
      method: 'PATCH',
      path,
      summary: `Update ${withArticle(noun)}`,
      target,
      mayChangeNothing: true,
      ...own,
    });
    return operation as Write<Path, Body, Patched, Event>;
  }

  /** `DELETE /groups/:groupId`. */
  delete<Event extends MaybeEvent, Deleted extends Data = Data>(
    own: OwnWrite<Deleted, Event> & { response?: Type<Deleted> },
  ): Write<Path, unknown, Deleted, Event> {
    const { noun, path, target } = this.declared;
    const operation: unknown = this.declareWrite({
      name: `delete_${snake(noun)}`,
      method: 'DELETE',
      path,
      summary: `Delete ${withArticle(noun)}`,
      target,
      ...own,
    });
    return operation as Write<Path, unknown, Deleted, Event>;
  }

  /** `POST /groups/:groupId/archive`. */
  command<const Verb extends string, Body = unknown, Event extends MaybeEvent = undefined>(
    verb: Verb,
    own: OwnWrite<Data, Event> & { body?: Type<Body> },
  ): Write<`${Path}/${Verb}`, Body, Data, Event> {
    const { noun, path, target } = this.declared;
    return this.declareWrite({
      name: `${snake(verb)}_${snake(noun)}`,
      method: 'POST',
      path: `${path}/${verb}`,
      summary: `${capitalized(verb)} ${withArticle(noun)}`,
      target,
      ...own,
    });
  }

  private declareRead<At extends string, Query, Result>(
    declaration: Own<ReadOperation> &
      Pick<ReadOperation<At, Query, Result>, 'name' | 'path' | 'summary' | 'query' | 'response'>,
  ): ReadOperation<At, Query, Result> {
    const { access = this.declared.read, target, refusals } = declaration;
    return declareRead<At, Result, Query>({
      tag: this.tag,
      access,
      permission: this.declared.permission,
      ...declaration,
      refusals: { ...derivedRefusals(access, target), ...refusals },
    });
  }

  private declareWrite<At extends string, Body, Event extends MaybeEvent>(
    declaration: OwnWrite<Data, Event> &
      Pick<WriteOperation<At>, 'name' | 'method' | 'path' | 'summary'> & { body?: Type<Body> },
  ): Write<At, Body, Data, Event> {
    const { noun, write, response } = this.declared;
    const { access = write, target, refusals: own = {} } = declaration;
    const refusals = { ...derivedRefusals(access, target), ...own };
    if (own[409] !== undefined) refusals[409] = `${own[409]} ${LOCKED}`;
    return declareWrite<At, Data, Body>({
      tag: this.tag,
      access,
      permission: this.declared.permission,
      response,
      status: 200,
      targetType: snake(noun),
      ...(declaration as OwnWrite<Data, EventDeclaration> & typeof declaration),
      refusals,
    }) as Write<At, Body, Data, Event>;
  }
}

export function resource<const Path extends string, Data extends object>(
  declared: ResourceDeclaration<Path, Data>,
): Resource<Path, Data> {
  return new Resource(declared);
}

/** The refusals that follow from who may call and what the path names. */
export function derivedRefusals(access: AccessRule, target?: TargetPolicy): Refusals {
  return {
    ...(access.refusal === 'forbidden' ? { 403: access.forbidden } : {}),
    ...(target ? { 404: target.notFound } : {}),
  };
}

function collectionOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/:'));
}
