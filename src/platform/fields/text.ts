import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { Field, type Check, type FieldOptions } from './field.js';

interface TextOptions extends FieldOptions {
  /** Lengths in Unicode code points. */
  min?: number;
  max?: number;
  /** Names and titles lose surrounding white space before they are measured and stored. */
  trim?: boolean;
}

/** A string. Characters are counted as Unicode code points. */
export function Text(options: TextOptions = {}): PropertyDecorator {
  const { min = 0, max, trim = false } = options;
  const schema = {
    type: 'string',
    ...(min > 0 ? { minLength: min } : {}),
    ...(max === undefined ? {} : { maxLength: max }),
  } as const;
  const decorators = [Field(schema, (value) => textIssue(value, min, max), options)];
  if (trim) {
    decorators.push(
      Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value), {
        toClassOnly: true,
      }),
    );
  }
  return applyDecorators(...decorators);
}

/** A name or title: trimmed, then measured. */
export function Title(options: TextOptions & { min: number; max: number }): PropertyDecorator {
  return Text({ ...options, trim: true });
}

/** One of a fixed set of strings. */
export function OneOf(values: readonly string[], options: FieldOptions = {}): PropertyDecorator {
  const issue = `must be one of ${values.join(', ')}`;
  return Field(
    { type: 'string', enum: [...values] },
    (value) => (typeof value === 'string' && values.includes(value) ? undefined : issue),
    options,
  );
}

/** A list of strings that each pass the check; `unique` refuses repetitions. */
export function TextList(
  check: Check,
  options: FieldOptions & { minItems?: number; maxItems?: number; unique?: boolean } = {},
): PropertyDecorator {
  const { minItems = 0, maxItems, unique = false } = options;
  return Field(
    {
      type: 'array',
      items: { type: 'string' },
      ...(minItems > 0 ? { minItems } : {}),
      ...(maxItems ? { maxItems } : {}),
    },
    (value) => {
      if (!Array.isArray(value)) return 'must be a list';
      if (value.length < minItems) return `must have at least ${minItems} items`;
      if (maxItems !== undefined && value.length > maxItems) return `must have at most ${maxItems} items`;
      if (unique && new Set(value).size !== value.length) return 'must not repeat an item';
      for (const item of value) {
        const issue = check(item);
        if (issue !== undefined) return `each item ${issue}`;
      }
      return undefined;
    },
    options,
  );
}

/** What is wrong with a text of the given length in code points. */
export function textIssue(value: unknown, min: number, max?: number): string | undefined {
  if (typeof value !== 'string') return 'must be a string';
  if (value.includes('\u0000') || !value.isWellFormed()) return 'must not contain U+0000 or unpaired surrogates';
  // A character is one UTF-16 unit or two, so most texts need not be counted to be known within bounds.
  const certain = value.length >= 2 * min && (max === undefined || value.length <= max);
  const length = certain ? value.length : [...value].length;
  if (length < min || (max !== undefined && length > max)) {
    return max === undefined ? `must have at least ${min} characters` : `must have ${min} to ${max} characters`;
  }
  return undefined;
}
