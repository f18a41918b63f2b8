import type { Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, validateSync, type ValidationError } from 'class-validator';
import { invalidFields, invalidRequest, type FieldIssue } from '../errors/service-error.js';

/** A request class with rules that look at several fields at once; asked when each field by itself is valid. */
export interface CrossChecked {
  crossIssues(): FieldIssue[];
}

keepGatheredRules();

const MAX_DEPTH = 20;
const MAX_NODES = 50_000;

/**
 * Turns what was sent into an instance of a request class: unknown fields are dropped, nothing is converted.
 * Throws 400 with a detail for each field at fault.
 */
export function validated<Request extends object>(type: Type<Request>, sent: unknown): Request {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    throw invalidRequest('A JSON object is required.');
  refuseExcess(sent);
  const request = plainToInstance(type, withoutConstructors(sent));
  // A list that is too long is not looked into.
  const errors = validateSync(request, { whitelist: true, forbidUnknownValues: false, stopAtFirstError: true });
  if (errors.length > 0) throw invalidFields(errors.flatMap((error) => issues(error)));
  const crossIssues = crossIssuesOf(request);
  if (crossIssues.length > 0) throw invalidFields(crossIssues);
  return request;
}

/** Whether a request of the class is valid with nothing in it, so that its body may be left out. */
export function acceptsNothing(type: Type<object>): boolean {
  const request = plainToInstance(type, {});
  return validateSync(request, { forbidUnknownValues: false }).length === 0 && crossIssuesOf(request).length === 0;
}

function crossIssuesOf(request: object): FieldIssue[] {
  return (request as Partial<CrossChecked>).crossIssues?.() ?? [];
}

/**
 * class-validator goes through the rules of all classes to gather those of one, for every object anew. They no longer
 * change once a class is validated, so they are gathered once.
 */
function keepGatheredRules(): void {
  const storage = getMetadataStorage();
  const gather = storage.getTargetValidationMetadatas.bind(storage);
  const gathered = new WeakMap<object, ReturnType<typeof gather>>();
  storage.getTargetValidationMetadatas = (type, ...rest) => {
    let rules = gathered.get(type);
    if (!rules) gathered.set(type, (rules = gather(type, ...rest)));
    return rules;
  };
}

/** Refuses what is too deep or too large to be walked, before anything walks it recursively. */
function refuseExcess(sent: object): void {
  let level: unknown[] = [sent];
  let nodes = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    nodes += level.length;
    if (depth > MAX_DEPTH || nodes > MAX_NODES)
      throw invalidRequest('The body is nested too deeply or has too many values.');
    level = level.flatMap((value): unknown[] =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    );
  }
}

/** No field has these names, and class-transformer takes an object's own `constructor` for its class. */
function withoutConstructors(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutConstructors);
  const members = Object.entries(value).filter(([name]) => name !== 'constructor' && name !== '__proto__');
  return Object.fromEntries(members.map(([name, member]) => [name, withoutConstructors(member)]));
}

function issues(error: ValidationError, parent = ''): FieldIssue[] {
  const field = parent + error.property;
  const constraints = error.constraints ?? {};
  const own = constraints.field ?? Object.values(constraints)[0];
  if (own !== undefined) return [{ field, issue: own }];
  return (error.children ?? []).flatMap((child) => issues(child, `${field}.`));
}
