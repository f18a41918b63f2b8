import type { Type } from '@nestjs/common';
import type { ApiPropertyOptions } from '@nestjs/swagger';

/** The metadata keys of @nestjs/swagger's decorators. */
const NAMES = 'swagger/apiModelPropertiesArray';
const DOCUMENTED = 'swagger/apiModelProperties';
const EXTRA_MODELS = 'swagger/apiExtraModels';

/** The names of the documented fields of a class, including inherited ones. */
export function documentedFields({ prototype }: Type): string[] {
  const names = (Reflect.getMetadata(NAMES, prototype as object) ?? []) as string[];
  return names.map((name) => name.replace(/^:/, ''));
}

export function documentedField({ prototype }: Type, field: string): ApiPropertyOptions {
  return Reflect.getMetadata(DOCUMENTED, prototype as object, field) as ApiPropertyOptions;
}

/** The classes that only the unions of a class refer to. */
export function extraModelsOf(type: Type): Type[] {
  return (Reflect.getMetadata(EXTRA_MODELS, type) ?? []) as Type[];
}
