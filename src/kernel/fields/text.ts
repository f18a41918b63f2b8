import { Field, ListField, type Check, type FieldOptions, type ListOptions } from './field.js';

/** Explicit bidirectional formatting, which reorders the text around a name. The marks U+200E, U+200F and U+061C may occur. */
const CONTROL = /[\p{Cc}\u202A-\u202E\u2066-\u2069\u2028\u2029]/u;
/** U+2800 is the blank Braille pattern. Joiners and variation selectors are invisible, but belong to words and emoji. */
const VISIBLE = /[^\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cc}\p{Cf}\u2800]/u;

interface TextOptions extends FieldOptions {
  /** Bounds on the length, in Unicode code points. */
  min?: number;
  max?: number;
  /** Removes surrounding white space before the length is checked. */
  trim?: boolean;
}

export function Text(options: TextOptions = {}): PropertyDecorator {
  return textField(textIssue, options);
}

/** A name or title, which is trimmed and can be seen. */
export function Title(options: TextOptions & { max: number }): PropertyDecorator {
  return textField(nameIssue, { ...options, trim: true });
}

function textField(issueOf: typeof textIssue, options: TextOptions): PropertyDecorator {
  const { min = 0, max, trim = false } = options;
  const schema = {
    type: 'string',
    ...(min > 0 ? { minLength: min } : {}),
    ...(max === undefined ? {} : { maxLength: max }),
  } as const;
  const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : value);
  return Field(schema, (value) => issueOf(value, min, max), options, trim ? trimmed : undefined);
}

/** A string of the form, which the description explains. */
export function Pattern(form: RegExp, options: FieldOptions & { issue: string }): PropertyDecorator {
  const check: Check = (value) => (typeof value === 'string' && form.test(value) ? undefined : options.issue);
  return Field({ type: 'string', pattern: form.source }, check, options);
}

export function OneOf(values: readonly string[], options: FieldOptions = {}): PropertyDecorator {
  const issue = `must be one of ${values.join(', ')}`;
  const check: Check = (value) => (typeof value === 'string' && values.includes(value) ? undefined : issue);
  return Field({ type: 'string', enum: [...values] }, check, options);
}

/** A list of some of the values. */
export function ChoiceList(values: readonly string[], options: ListOptions = {}): PropertyDecorator {
  return ListField(
    { type: 'array', items: { type: 'string', enum: [...values] } },
    (items) => {
      if (new Set(items).size !== items.length) return 'must not repeat an item';
      const areKnown = items.every((item) => typeof item === 'string' && values.includes(item));
      return areKnown ? undefined : `each item must be one of ${values.join(', ')}`;
    },
    options,
  );
}

export function TextList(check: Check, options: ListOptions = {}): PropertyDecorator {
  return ListField(
    { type: 'array', items: { type: 'string' } },
    (items) => {
      const issue = items.map((item) => check(item)).find((one) => one !== undefined);
      return issue === undefined ? undefined : `each item ${issue}`;
    },
    options,
  );
}

/** The check of a string whose length, in code points, is within the bounds. */
export function textIssue(value: unknown, min: number, max?: number): string | undefined {
  if (typeof value !== 'string') return 'must be a string';
  if (value.includes('\u0000') || !value.isWellFormed()) return 'must not contain U+0000 or unpaired surrogates';
  // A code point is one or two UTF-16 units: most strings are known to be within the bounds without counting.
  const certain = value.length >= 2 * min && (max === undefined || value.length <= max);
  const length = certain ? value.length : [...value].length;
  if (length < min || (max !== undefined && length > max)) {
    return max === undefined ? `must have at least ${min} characters` : `must have ${min} to ${max} characters`;
  }
  return undefined;
}

/** The check of a name or title: a text that can be seen and does not change how its surroundings look. */
export function nameIssue(value: unknown, min: number, max?: number): string | undefined {
  const issue = textIssue(value, min, max);
  if (issue !== undefined) return issue;
  const text = value as string;
  if (CONTROL.test(text)) return 'must not contain control characters, line breaks or bidirectional overrides';
  return text === '' || VISIBLE.test(text) ? undefined : 'must contain a visible character';
}

/** The conversion of strings to lower case. */
export function lowerCase(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value;
}
