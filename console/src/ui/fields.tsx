import {
  Checkbox,
  NativeSelect,
  NumberInput,
  PasswordInput,
  Stack,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import { instantOf, wallClock } from '../dates.js';
import { strings } from '../strings.js';
import { MemberInput } from './member-input.js';
import { ResourceInput, type Choosable } from './resource-input.js';
import { TextFileInput } from './text-file-input.js';

interface Shared {
  label: string;
  hint?: string;
  /** May be left empty: it is then not sent. */
  isOptional?: boolean;
  /** May be left empty: it is then sent as null, which clears it. */
  isNullable?: boolean;
}

export interface Option {
  value: string;
  label: string;
}

/** A field of a write: what it is called, and what it takes. */
export type Field = Shared &
  (
    | { kind: 'text' | 'longText' | 'email' | 'url' | 'secret' | 'time'; initial?: string | null; maxLength?: number }
    | { kind: 'number'; initial?: number | null; min?: number; max?: number }
    /** An instant, entered on the wall clock of a zone, sent as UTC. */
    | { kind: 'instant'; zone: string; initial?: string | null }
    /** A text file, whose content is sent. */
    | { kind: 'file'; accept: string; initial?: undefined }
    /** A calendar day, `2030-01-15`. */
    | { kind: 'day'; initial?: string | null }
    | { kind: 'choice'; options: readonly Option[]; initial?: string | null }
    | { kind: 'choices'; options: readonly Option[]; initial?: readonly string[] }
    /** Short texts, such as tags. */
    | { kind: 'list'; initial?: readonly string[] }
    | { kind: 'check'; initial?: boolean }
    /** One of all programs or cohorts; its id is sent. */
    | { kind: 'resource'; choosable: Choosable; initial?: undefined }
    /** A member of the organization; `by` says which of their ids is sent. */
    | { kind: 'member'; by: 'id' | 'accountId'; initial?: Option | null; role?: 'OWNER' | 'ADMIN' | 'MEMBER' }
  );

export type Fields = Record<string, Field>;

type Plain<F extends Field> = F extends { kind: 'number' }
  ? number
  : F extends { kind: 'check' }
    ? boolean
    : F extends { kind: 'choices'; options: readonly { value: infer Value extends string }[] }
      ? Value[]
      : F extends { kind: 'list' }
        ? string[]
        : F extends { options: readonly { value: infer Value extends string }[] }
          ? Value
          : string;

/** The values of fields, as they are sent. */
export type ValuesOf<F extends Fields> = {
  [Name in keyof F]:
    | Plain<F[Name]>
    | (F[Name] extends { isOptional: true } ? undefined : never)
    | (F[Name] extends { isNullable: true } ? null : never);
};

/** What the inputs hold: text, as typed, but for checks and lists. */
export type Raw = Record<string, string | boolean | string[]>;

export function initialOf(fields: Fields): Raw {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, shown(field)]));
}

function shown(field: Field): Raw[string] {
  switch (field.kind) {
    case 'check':
      return field.initial ?? false;
    case 'choices':
    case 'list':
      return [...(field.initial ?? [])];
    case 'instant':
      return field.initial ? wallClock(field.zone, field.initial) : '';
    case 'day':
      return field.initial?.slice(0, 10) ?? '';
    case 'member':
      return field.initial?.value ?? '';
    case 'choice':
      return field.initial ?? (field.isOptional || field.isNullable ? '' : (field.options[0]?.value ?? ''));
    default:
      return String(field.initial ?? '');
  }
}

/** The values to send, and what is wrong by field. */
export function valuesOf<F extends Fields>(fields: F, raw: Raw) {
  const values: Record<string, unknown> = {};
  const errors: Record<string, string> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = raw[name] ?? '';
    if (typeof value !== 'string') values[name] = value;
    else if (value.trim() === '') {
      if (field.isNullable) values[name] = null;
      else if (!field.isOptional) errors[name] = strings.form.required;
    } else {
      values[name] = sent(field, value);
      if (values[name] === undefined || Number.isNaN(values[name])) errors[name] = strings.form.invalid;
    }
  }
  return { values: values as ValuesOf<F>, errors };
}

function sent(field: Field, text: string): string | number | undefined {
  if (field.kind === 'number') return Number(text);
  if (field.kind === 'instant') {
    // The wall clock has no seconds: what was not changed is sent as it was.
    return field.initial && text === shown(field) ? field.initial : instantOf(field.zone, text);
  }
  return text;
}

interface InputProps {
  name: string;
  field: Field;
  value: Raw[string];
  error: string | undefined;
  isDisabled: boolean;
  onChange: (value: Raw[string]) => void;
}

export function FieldInput({ name, field, value, error, isDisabled, onChange }: InputProps) {
  const isRequired = !field.isOptional && !field.isNullable;
  const shared = {
    label: field.label,
    description: field.hint,
    error,
    disabled: isDisabled,
    'data-field': name,
    autoComplete: 'off',
  };
  const text = { ...shared, value: value as string, required: isRequired };
  const typed = ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value);
  switch (field.kind) {
    case 'longText':
      return <Textarea {...text} autosize minRows={3} maxLength={field.maxLength} onChange={typed} />;
    case 'secret':
      return <PasswordInput {...text} onChange={typed} />;
    case 'number':
      return <NumberInput {...text} min={field.min} max={field.max} onChange={(next) => onChange(String(next))} />;
    case 'instant':
      return (
        <TextInput
          {...text}
          type="datetime-local"
          description={
            <>
              {field.hint} {strings.form.inZone(field.zone)}
            </>
          }
          onChange={typed}
        />
      );
    case 'day':
      return <TextInput {...text} type="date" onChange={typed} />;
    case 'choice': {
      const empty = isRequired ? [] : [{ value: '', label: strings.form.nothing }];
      return <NativeSelect {...text} data={[...empty, ...field.options]} onChange={typed} />;
    }
    case 'choices':
      return (
        <Checkbox.Group
          label={field.label}
          description={field.hint}
          error={error}
          value={value as string[]}
          onChange={onChange}
        >
          <Stack gap="xs" mt="xs" className="choices">
            {field.options.map((option) => (
              <Checkbox key={option.value} {...option} disabled={isDisabled} />
            ))}
          </Stack>
        </Checkbox.Group>
      );
    case 'list':
      return <TagsInput {...shared} value={value as string[]} onChange={onChange} />;
    case 'check':
      return (
        <Checkbox
          {...shared}
          checked={value as boolean}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      );
    case 'file':
      return <TextFileInput {...shared} required={isRequired} accept={field.accept} onChange={onChange} />;
    case 'resource':
      return <ResourceInput {...text} choosable={field.choosable} isClearable={!isRequired} onChange={onChange} />;
    case 'member':
      return <MemberInput {...text} by={field.by} initial={field.initial} role={field.role} onChange={onChange} />;
    default:
      return <TextInput {...text} type={field.kind} maxLength={field.maxLength} onChange={typed} />;
  }
}
