import type { FileUpload, UploadedFile } from '../api/file-upload.js';
import { readWall, wallClock } from '../dates.js';
import { decimalOf, minorUnitsOf } from '../money.js';
import { strings } from '../strings/common.js';
import { money } from '../strings/money.js';
import type { Choosable } from './choosable.js';
import type { Option } from './option.js';
import type { Callable } from './call-slot.js';
import {
  draftsOf,
  installmentsOf,
  type DatedInstallment,
  type DraftInstallment,
  type WantedInstallment,
} from './installments.js';
import { draftOf, pricesOf, type DraftPrices, type Prices } from './prices.js';
import type { Bookable } from './slot-input.js';
import { faultOf } from './windows.js';

interface Shared {
  label: string;
  hint?: string;
  /** May be left empty: it is then not sent. */
  isOptional?: boolean;
  /** Optional but where another field has one of these values. */
  requiredWhen?: { field: string; isOneOf: readonly string[] };
  /** May be left empty: it is then sent as null, which clears it. */
  isNullable?: boolean;
  /** Where the body has it, if not under the name of the field: `deliverable.title`. Its limits are found there. */
  at?: string;
  /** Shown, and sent, only where another field has one of these values. */
  when?: { field: string; isOneOf: readonly string[] };
}

/** A field of a write: what it is called, and what it takes. */
export type Field = Shared &
  (
    | { kind: 'text' | 'longText' | 'email' | 'url' | 'secret' | 'time'; initial?: string | null }
    | { kind: 'number'; initial?: number | null }
    /** An instant, entered on the wall clock of a zone, sent as UTC. `isAhead`: one of the past is pointed out. */
    | { kind: 'instant'; zone: string; isAhead?: boolean; initial?: string | null }
    /** A text file, whose content is sent. */
    | { kind: 'textFile'; accept: string; initial?: undefined }
    /** A file, which is uploaded once it is chosen: one of these types, or of any that is stored. */
    | { kind: 'file'; types?: readonly string[]; initial?: undefined }
    /** An amount of money, entered as a decimal number, sent in minor units of its currency. */
    | { kind: 'amount'; currency: string; initial?: number | null }
    /** A currency and its payment plans. */
    | { kind: 'prices'; initial?: Prices }
    /** The installments of a sale, due on the wall clock of a zone. */
    | { kind: 'installments'; currency: string; zone: string; initial: readonly DatedInstallment[] }
    /** The start of a slot for a sales call, and its minutes where those are chosen as well. */
    | { kind: 'callSlot'; callable: Callable; initial?: undefined }
    /** A calendar day, `2030-01-15`. */
    | { kind: 'day'; initial?: string | null }
    | { kind: 'choice'; options: readonly Option[]; initial?: string | null; startsEmpty?: boolean }
    | { kind: 'choices'; options: readonly Option[]; initial?: readonly string[] }
    /** Short texts, such as tags. */
    | { kind: 'list'; suggestions?: readonly string[]; initial?: readonly string[] }
    | { kind: 'check'; initial?: boolean }
    /** Windows of a day, such as `09:00-17:00`. */
    | { kind: 'windows'; initial?: readonly string[] }
    /** Minutes before or after something; negative: before. */
    | { kind: 'offset'; initial?: number | null }
    /** The start of a slot that can be booked. */
    | { kind: 'slot'; bookable: Bookable; initial?: undefined }
    /** One of all programs or cohorts; its id is sent. */
    | { kind: 'resource'; choosable: Choosable; initial?: undefined }
    /** Several of them; their ids are sent. */
    | { kind: 'resources'; choosable: Choosable; initial?: readonly string[] }
    /** A sale; its id is sent. */
    | { kind: 'sale'; initial?: undefined }
    /** Somebody's active enrollment; its id is sent. */
    | { kind: 'enrollment'; initial?: undefined }
    /** Several members, with their names. */
    | { kind: 'members'; initial?: undefined }
    /** Who was there: one of the statuses for each person. The values are the marks made here, not those recorded before. */
    | {
        kind: 'roll';
        people: readonly Option[];
        statuses: readonly Option[];
        recorded: readonly Option[];
        initial?: undefined;
      }
    /** A member of the organization; `by` says which of their ids is sent. */
    | {
        kind: 'member';
        by: 'id' | 'accountId';
        initial?: Option | null;
        role?: 'OWNER' | 'ADMIN' | 'MEMBER';
        /** Those who coach already are offered before anybody else is looked for. */
        isCoach?: true;
        /** These are not offered. */
        except?: readonly string[];
      }
  );

export type Fields = Record<string, Field>;

type Plain<F extends Field> = F extends { kind: 'number' | 'offset' | 'amount' }
  ? number
  : F extends { kind: 'prices' }
    ? Prices
    : F extends { kind: 'installments' }
      ? WantedInstallment[]
      : F extends { kind: 'check' }
        ? boolean
        : F extends { kind: 'choices'; options: readonly { value: infer Value extends string }[] }
          ? Value[]
          : F extends { kind: 'members' | 'roll' }
            ? Option[]
            : F extends { kind: 'file' }
              ? UploadedFile
              : F extends { kind: 'list' | 'windows' | 'resources' }
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

/** What the inputs hold: text, as typed, but for checks, lists, files, and members, who are shown by their names. In a roll, the label is the status. */
export type Raw = Record<
  string,
  string | boolean | string[] | Option | Option[] | FileUpload | DraftPrices | DraftInstallment[] | null
>;

export function initialOf(fields: Fields): Raw {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, shown(field)]));
}

function shown(field: Field): Raw[string] {
  switch (field.kind) {
    case 'check':
      return field.initial ?? false;
    case 'amount':
      return typeof field.initial === 'number' ? decimalOf(field.currency, field.initial) : '';
    case 'prices':
      return draftOf(field.initial);
    case 'installments':
      return draftsOf(field);
    case 'choices':
    case 'list':
    case 'windows':
    case 'resources':
      return [...(field.initial ?? [])];
    case 'members':
    case 'roll':
      return [...(field.initial ?? [])];
    case 'instant':
      return field.initial ? wallClock(field.zone, field.initial) : '';
    case 'day':
      return field.initial?.slice(0, 10) ?? '';
    case 'member':
    case 'file':
      return field.initial ?? null;
    case 'choice':
      if (field.startsEmpty === true) return field.initial ?? '';
      return field.initial ?? (field.isOptional || field.isNullable ? '' : (field.options[0]?.value ?? ''));
    default:
      return String(field.initial ?? '');
  }
}

/** The fields that belong to what was chosen in others. What is not shown is not sent, so that nothing typed is dropped unseen. */
export function shownOf(fields: Fields, raw: Raw): Fields {
  const isShown = ({ when }: Field) => !when || when.isOneOf.some((value) => value === raw[when.field]);
  return Object.fromEntries(Object.entries(fields).filter(([, field]) => isShown(field)));
}

/** The values to send, and what is wrong by field. */
export function valuesOf<F extends Fields>(fields: F, raw: Raw) {
  const values: Record<string, unknown> = {};
  const errors: Record<string, string> = {};
  for (const [name, field] of Object.entries(shownOf(fields, raw))) {
    const value = raw[name] ?? '';
    const made = madeOf(field, value);
    if (made) {
      if ('error' in made) errors[name] = made.error;
      else values[name] = made.value;
      continue;
    }
    const text = asText(value);
    if (text === undefined) {
      values[name] = field.kind === 'file' ? (value as FileUpload).uploaded : value;
      const fault = field.kind === 'windows' ? faultOf(value as string[]) : faultOfOther(field, value);
      if (fault !== undefined) errors[name] = fault;
    } else if (text.trim() === '') {
      if (field.isNullable) values[name] = null;
      else if (!field.isOptional || isNeeded(field, raw)) errors[name] = strings.form.required;
    } else {
      const read = sent(field, text);
      if ('error' in read) errors[name] = read.error;
      else values[name] = read.value;
    }
  }
  return { values: values as ValuesOf<F>, errors };
}

/** What is made of a draft, or what is wrong with it; undefined for a field that has no draft. */
function madeOf(field: Field, value: Raw[string]): { value: unknown } | { error: string } | undefined {
  if (field.kind === 'prices') return pricesOf(value as DraftPrices);
  return field.kind === 'installments' ? installmentsOf(field, value as DraftInstallment[]) : undefined;
}

/** Whether what is chosen elsewhere asks for the field. */
function isNeeded({ requiredWhen }: Field, raw: Raw): boolean {
  return requiredWhen?.isOneOf.some((value) => value === raw[requiredWhen.field]) ?? false;
}

/** A file is ready; a list of members or resources that is not optional has one at least. */
function faultOfOther({ kind, isOptional }: Field, value: Raw[string]): string | undefined {
  if (kind === 'file') return (value as FileUpload).uploaded ? undefined : strings.form.notUploaded;
  const isEmpty = (kind === 'members' || kind === 'resources') && Array.isArray(value) && value.length === 0;
  return isEmpty && !isOptional ? strings.form.required : undefined;
}

function asText(value: Raw[string] | undefined): string | undefined {
  if (value === null) return '';
  if (typeof value === 'object' && 'value' in value) return value.value;
  return typeof value === 'string' ? value : undefined;
}

function sent(field: Field, text: string): { value: string | number } | { error: string } {
  const invalid = { error: strings.form.invalid };
  if (field.kind === 'amount') {
    const amount = minorUnitsOf(field.currency, text);
    return amount === undefined ? { error: money.form(decimalOf(field.currency, 123_450)) } : { value: amount };
  }
  if (field.kind === 'number' || field.kind === 'offset')
    return Number.isNaN(Number(text)) ? invalid : { value: Number(text) };
  if (field.kind !== 'instant') return { value: text };
  // The wall clock has no seconds: what was not changed is sent as it was.
  if (field.initial && text === shown(field)) return { value: field.initial };
  const read = readWall(field.zone, text);
  if ('iso' in read) return { value: read.iso };
  return read.is === 'skipped' ? { error: strings.form.skipped(field.zone) } : invalid;
}
