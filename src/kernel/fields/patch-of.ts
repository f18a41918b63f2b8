import type { Type } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { documentedField, documentedFields } from './documented-fields.js';

/**
 * The body of a PATCH: the fields of a creation, each of them optional and nullable only where it was. (PartialType of
 * @nestjs/swagger accepts null everywhere.) Use: `class UpdateBlockerRequest extends PatchOf(OpenBlockerRequest) {}`.
 */
export function PatchOf<Body extends object>(creation: Type<Body>): Type<Partial<Body>> {
  class Patch extends (creation as Type) {
    static readonly mayOmitFields = true;
  }
  for (const field of documentedFields(creation)) {
    const documented = { ...documentedField(creation, field), required: false } as ApiPropertyOptions;
    ApiProperty(documented)(Patch.prototype as object, field);
  }
  return Patch as unknown as Type<Partial<Body>>;
}

/** Whether the object is an instance of a PATCH's body, so that no field is required. */
export function isPatch(request: object | undefined): boolean {
  return (request?.constructor as { mayOmitFields?: boolean } | undefined)?.mayOmitFields ?? false;
}
