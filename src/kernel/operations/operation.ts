import type { Type } from '@nestjs/common';
import type { AccessRule } from '../access/access-rule.js';
import { type Credential, refusedCredentials } from '../access/credentials.js';
import { refusedByKey, type KeyPermission } from '../access/key-scopes.js';
import { NEEDS_RECENT_SIGN_IN } from '../access/recent-sign-in.js';
import type { DeclaredRefusal } from '../errors/refusals.js';
import { AUDIT_ACTIONS, AUDIT_TARGET_TYPES } from '../events/audited-names.js';
import type { EventDeclaration } from '../events/event.js';
import { pageOf, type Page } from '../lists/page.js';
import type { Scope } from '../work/scope.js';
import { noteRepresentation } from './representation.js';
import { CONCERNS_CALLER, type TargetPolicy } from './target.js';

export const LOCKED = 'Or it is `locked`: retry with the same Idempotency-Key.';

type PathParams<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Record<Name, string> & PathParams<Rest>
  : Path extends `${string}:${infer Name}`
    ? Record<Name, string>
    : unknown;

interface Base<Path extends string, Data> {
  /** verb_noun: the operation id, the name of the agent tool and part of the idempotency key. */
  name: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Without the version prefix; every `:name` is the id of a resource. */
  path: Path;
  tag: string;
  summary: string;
  description?: string;
  access: AccessRule;
  /** The scope that a restricted key needs; by default `read` or `write`. */
  permission?: KeyPermission;
  /** The kinds of keys that may call it, by default all; others are refused with 403. */
  credentials?: readonly Credential[];
  /**
   * Refused with 403 in a sign-in that is not recent: `always`, or where the service calls `checkRecentSignIn`, before any
   * other refusal by state.
   */
  recentSignIn?: 'always' | 'sometimes';
  /** The policy of the path's first parameter; required if there is one. */
  target?: TargetPolicy;
  response: Type<Data>;
  /** A second shape that the response may have. */
  otherResponse?: Type;
  /** The documented condition of each error status. */
  refusals: Partial<Record<400 | 401 | 403 | 404 | 409 | 429 | 500 | 503, string>>;
  /** The refusals, 400 or 409, that depend on the state of resources. The documents state them after `refusals`. */
  reasons?: readonly DeclaredRefusal[];
}

export interface ReadOperation<Path extends string = string, Query = unknown, Data = unknown> extends Base<Path, Data> {
  kind: 'read';
  /** POST for an answer that is another one each time, so that nobody repeats or stores the request. */
  method: 'GET' | 'POST';
  query?: Type<Query>;
  /** See the function `mayLag`. */
  mayLag?: true;
}

/** As of a method: an operation with any body is an `AnyOperation`. */
type BodyRule<Body> = { allows(body: Body): boolean }['allows'];

export interface WriteOperation<Path extends string = string, Body = unknown, Data = unknown> extends Base<Path, Data> {
  kind: 'write';
  /** 201 for a creation, 200 for a command; a replay is always 200. */
  status: 200 | 201;
  body?: Type<Body>;
  /** The status of the resource after a command, or the most usual one: for the example of the response. */
  leadsTo?: string;
  emptyBody?: boolean;
  /** The limit on the body's size, where the usual one is too low. */
  maxBodyBytes?: number;
  /** The action and the target type of the audit entry. */
  action: string;
  targetType: string;
  event?: EventDeclaration;
  /**
   * The names of the events that the write may record besides its own, for further resources: see `UnitOfWork.recordAlso`.
   * A PATCH of several kinds may record one of them instead; its audit entry then has the name of that event.
   */
  alsoEvents?: readonly string[];
  /**
   * A write on an enrollment of the caller's own, as its target tells, is refused with 403: nobody decides on themselves.
   * true is for what a person may do about themselves nevertheless, the function for what they may do with some bodies.
   */
  allowedOnOneself?: true | BodyRule<Body>;
  /** The operation may find nothing to change; it then records an audit entry without an event. */
  mayChangeNothing?: boolean;
  /**
   * By default an Idempotency-Key is per operation and path. `organization`: the same key for another target or operation is
   * a 409. `account`: the key is the caller's own, for paths that mean something else to each caller.
   */
  keyScope?: 'organization' | 'account';
  /** A replay returns the current result of this read instead of the stored first result. */
  replayWith?: ReadOperation;
  /** Removes from the stored first result what the caller does not reach; throws if that is everything. */
  narrowReplay?(scope: Scope, first: Data, params: Readonly<Record<string, string>>): Promise<Data>;
  /** Fields of the response that are stored as null, as `narrowReplay` reads them anew: texts that must not outlive their row. */
  readAnew?: readonly string[];
  /** Fields of the response that are stored as null and so are not repeated by a replay; of items as `results.url`. */
  shownOnce?: readonly string[];
}

export type AnyOperation = ReadOperation | WriteOperation;

export interface Input<Params = unknown, Query = unknown, Body = unknown> {
  params: Params;
  query: Query;
  body: Body;
}

/** The input of an operation's handler: path parameters as UUIDs, query and body validated. */
export type InputOf<Operation> =
  Operation extends WriteOperation<infer Path, infer Body>
    ? Input<PathParams<Path>, unknown, Body>
    : Operation extends ReadOperation<infer Path, infer Query>
      ? Input<PathParams<Path>, Query>
      : never;

export type DataOf<Operation> =
  Operation extends WriteOperation<string, never, infer Data>
    ? Data
    : Operation extends { response: Type<infer Data> }
      ? Data
      : never;

/** A declaration: its refusals are added to those that follow from who may call and what the path names. */
type Declared<Operation extends AnyOperation, Derived extends keyof Operation> = Omit<Operation, Derived | 'refusals'> &
  Partial<Pick<Operation, 'refusals'>>;

export function declareRead<const Path extends string, Data, Query = unknown>(
  declaration: Declared<ReadOperation<Path, Query, Data>, 'kind' | 'method'> & Partial<Pick<ReadOperation, 'method'>>,
): ReadOperation<Path, Query, Data> {
  return noteRepresentation({ method: 'GET', ...declaration, kind: 'read', refusals: derivedRefusals(declaration) });
}

/** Declares a read of a page of items. */
export function declareList<const Path extends string, Item extends object, Query = unknown>({
  item,
  refusals,
  ...declaration
}: Declared<ReadOperation<Path, Query, Page<Item>>, 'kind' | 'method' | 'response'> & {
  item: Type<Item>;
}): ReadOperation<Path, Query, Page<Item>> {
  return declareRead<Path, Page<Item>, Query>({
    ...declaration,
    response: pageOf(item),
    refusals: { 400: 'A filter, limit or cursor is invalid.', ...refusals },
  });
}

/** Declares a write, by default a POST that answers 200. */
export function declareWrite<const Path extends string, Data, Body = unknown>(
  declaration: Declared<WriteOperation<Path, Body, Data>, 'kind' | 'action' | 'method' | 'status'> &
    Partial<Pick<WriteOperation, 'action' | 'method' | 'status'>>,
): WriteOperation<Path, Body, Data> {
  const action = declaration.action ?? declaration.event?.name;
  if (action === undefined) throw new Error(`${declaration.name} names neither an action nor an event`);
  AUDIT_ACTIONS.add(action, ...(declaration.alsoEvents ?? []));
  AUDIT_TARGET_TYPES.add(declaration.targetType);
  const { access, target, allowedOnOneself } = declaration;
  const isDecision = target?.concernsCaller !== undefined && allowedOnOneself !== true;
  const stated = derivedRefusals(declaration);
  const refusals = isDecision ? { ...stated, 403: `${stated[403] ?? access.forbidden} ${CONCERNS_CALLER}` } : stated;
  return noteRepresentation({ method: 'POST', status: 200, ...declaration, kind: 'write', action, refusals });
}

function derivedRefusals({
  access,
  target,
  refusals,
}: Pick<AnyOperation, 'access' | 'target'> & Partial<Pick<AnyOperation, 'refusals'>>): AnyOperation['refusals'] {
  return {
    ...(access.refusal === 'forbidden' ? { 403: access.forbidden } : {}),
    ...(target ? { 404: target.notFound } : {}),
    ...refusals,
  };
}

/** Whether a standby may answer, from data that is READ_MAX_LAG_MS old at most. */
export function mayLag(operation: AnyOperation): boolean {
  return operation.kind === 'read' && operation.mayLag === true;
}

export function permissionOf({ permission, kind }: AnyOperation): KeyPermission {
  return permission ?? kind;
}

/** The documented refusals, with that of a restricted key and the reasons. A hidden operation answers 403 with 404. */
export function refusalsOf(operation: AnyOperation): AnyOperation['refusals'] {
  const { access, refusals, reasons = [] } = operation;
  const status = access.refusal === 'not_found' ? 404 : 403;
  const stated = [refusals[status] ?? access.forbidden, refusedByKey(permissionOf(operation))];
  if (operation.credentials) stated.push(refusedCredentials(operation.credentials));
  if (operation.recentSignIn) stated.push(NEEDS_RECENT_SIGN_IN);
  const texts = { ...refusals, [status]: stated.join(' ') };
  for (const code of [400, 409] as const) {
    const own = reasons.filter((reason) => reason.status === code);
    if (own.length === 0) continue;
    const more = code === 409 && !texts[code]?.includes(LOCKED) ? [LOCKED] : [];
    texts[code] = [...(texts[code] === undefined ? [] : [texts[code]]), reasonText(own), ...more].join(' ');
  }
  return texts;
}

/** The texts with their reasons; of statuses the reasons alone, which say as much. */
function reasonText(reasons: readonly DeclaredRefusal[]): string {
  const texts = reasons.flatMap(({ reason, text, ofStatus }) =>
    ofStatus ? [] : [text.replace(/\.$/, ` (\`${reason}\`).`)],
  );
  const statuses = reasons.filter(({ ofStatus }) => ofStatus).map(({ reason }) => `\`${reason}\``);
  return [...texts, ...(statuses.length > 0 ? [`States: ${[...new Set(statuses)].join(', ')}.`] : [])].join(' ');
}

const parametersOf = new Map<string, readonly string[]>();

export function pathParameters({ path }: AnyOperation): readonly string[] {
  let names = parametersOf.get(path);
  if (!names) parametersOf.set(path, (names = [...path.matchAll(/:(\w+)/g)].map((match) => match[1])));
  return names;
}
