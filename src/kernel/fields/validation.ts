import type { Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import { isPlainObject } from './plain-object.js';
import { cacheValidationRules } from '../internals/class-validator.js';
import { invalidFields, invalidRequest, type FieldIssue } from '../errors/service-error.js';
import { declaredPart } from './declared-part.js';

/** A request class with rules across fields, which are checked when every single field is valid. */
export interface CrossChecked {
  crossIssues(): FieldIssue[];
}

/** The request class of an operation that takes no fields. */
export class NoFields {}

cacheValidationRules();

/** How many unknown fields a refusal names, and how much of each name. */
const MAX_UNKNOWN = 100;
const MAX_FIELD_NAME = 200;

/**
 * Creates a validated instance of a request class. Unknown fields are dropped; with `strict`, they are refused, too. Throws
 * 400 with a detail per field.
 */
export function validated<Request extends object>(
  type: Type<Request>,
  sent: unknown,
  { strict = false }: { strict?: boolean } = {},
): Request {
  const object = requireObject(sent);
  const unknown: FieldIssue[] = [];
  const noteUnknown = (field: string): void => {
    if (unknown.length < MAX_UNKNOWN) unknown.push({ field: field.slice(0, MAX_FIELD_NAME), issue: 'is unknown' });
  };
  const { request, issues } = checked(type, object, strict ? noteUnknown : undefined);
  if (unknown.length + issues.length > 0) throw invalidFields([...unknown, ...issues]);
  const crossIssues = crossIssuesOf(request);
  if (crossIssues.length > 0) throw invalidFields(crossIssues);
  return request;
}

/** An instance of a request class, and the issues with its single fields. */
export function checked<Request extends object>(
  type: Type<Request>,
  sent: object,
  onUnknown?: (path: string) => void,
): { request: Request; issues: FieldIssue[] } {
  const request = plainToInstance(type, declaredPart(type, sent, onUnknown));
  // stopAtFirstError: the items of a list that is too long are not validated.
  const errors = validateSync(request, { forbidUnknownValues: false, stopAtFirstError: true });
  return { request, issues: errors.flatMap((error) => issuesOf(error)) };
}

/** Whether an empty body is valid, so that it may be omitted. */
export function acceptsNothing(type: Type<object>): boolean {
  const request = plainToInstance(type, {});
  return validateSync(request, { forbidUnknownValues: false }).length === 0 && crossIssuesOf(request).length === 0;
}

function crossIssuesOf(request: object): FieldIssue[] {
  return (request as Partial<CrossChecked>).crossIssues?.() ?? [];
}

/** Throws 400 for anything but a JSON object. */
function requireObject(sent: unknown): object {
  if (!isPlainObject(sent)) throw invalidRequest('A JSON object is required.');
  return sent;
}

function issuesOf(error: ValidationError, parent = ''): FieldIssue[] {
  const field = parent + error.property;
  const constraints = error.constraints ?? {};
  const own = constraints.field ?? Object.values(constraints)[0];
  if (own !== undefined) return [{ field, issue: own }];
  return (error.children ?? []).flatMap((child) => issuesOf(child, `${field}.`));
}
