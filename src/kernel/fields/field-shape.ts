import type { Type } from '@nestjs/common';

const SHAPE = Symbol('shape of a field');

/** The shape of a field: its members and items. */
export interface FieldShape {
  /** The class of an object, or of the items of a list of objects. */
  nested?: () => Type;
  maxItems: number;
  /** A value whose members a check of its own judges: at most so many of an object or a list are copied. */
  maxMembers?: number;
  /** See ServiceAddress. */
  isServiceAddress?: true;
}

/** Adds to the shape of the field that is being decorated. */
export function Shape(shape: Partial<FieldShape>): PropertyDecorator {
  return (prototype, field) => {
    const ownShape = Reflect.getOwnMetadata(SHAPE, prototype, field) as FieldShape | undefined;
    Reflect.defineMetadata(SHAPE, { maxItems: Infinity, ...ownShape, ...shape }, prototype, field);
  };
}

export function fieldShape({ prototype }: Type, field: string): FieldShape {
  return (Reflect.getMetadata(SHAPE, prototype as object, field) as FieldShape | undefined) ?? { maxItems: Infinity };
}
