import { Button, Radio, Text } from '@mantine/core';
import type { Schemas } from '@delivery-service/client';
import { dayIn } from '../../dates.js';
import { answering as t } from '../../strings/answering.js';
import { decimal } from '../../strings/words.js';
import { FieldInput } from '../field-input.js';
import type { Field } from '../fields.js';
import { typesOf } from '../file-types.js';
import { FileLink } from '../media.js';
import type { Option } from '../option.js';
import type { Question } from './question.js';
import type { Typed } from './typed.js';

/** Of more options, one is chosen from a list. */
const MOST_RADIOS = 12;
const MAX_TEXT = 500;

interface InputProps {
  question: Question;
  value: Typed[string];
  error: string | undefined;
  media: readonly Schemas['AnswerMedia'][];
  isDisabled: boolean;
  isPreview: boolean;
  onChange: (value: Typed[string]) => void;
}

/** The input of a question, by its kind. */
export function QuestionInput({ question, value, error, media, isDisabled, isPreview, onChange }: InputProps) {
  const { key, kind, label, help, options = [] } = question;
  const input = { name: key, value, error, isDisabled, onChange };
  switch (kind) {
    case 'info':
      return (
        <div className="question-info">
          <Text fw={600}>{label}</Text>
          {help && <Text className="text">{help}</Text>}
        </div>
      );
    case 'choice':
      if (options.length > MOST_RADIOS) return <FieldInput {...input} limit={{}} field={choiceField(question)} />;
      return <Radios {...{ question, value, error, isDisabled, onChange, options }} />;
    case 'scale':
      return <Radios {...{ question, value, error, isDisabled, onChange, options: stepsOf(question) }} isRow />;
    case 'consent':
      return <Radios {...{ question, value, error, isDisabled, onChange, options: CONSENT }} />;
    case 'file': {
      const saved = media.find(({ mediaId }) => mediaId === value);
      if (typeof value === 'string' && value !== '')
        return <SavedFile {...{ question, saved, isDisabled, onChange }} />;
      const field = fieldOf(question);
      if (!isPreview) return <FieldInput {...input} limit={{}} field={field} />;
      return <FieldInput {...input} isDisabled limit={{}} field={{ ...field, hint: t.noFilePreview }} />;
    }
    default:
      return <FieldInput {...input} limit={limitOf(question)} field={fieldOf(question)} />;
  }
}

const CONSENT = [
  { value: 'true', label: t.agree },
  { value: 'false', label: t.disagree },
];

function stepsOf({ min, max }: Question): Option[] {
  const [first, last] = [min ?? 0, max ?? 0];
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => String(first + at)).map((value) => ({
    value,
    label: value,
  }));
}

function limitOf({ kind, maxLength, min, max }: Question) {
  const most = maxLength ?? (kind === 'text' ? MAX_TEXT : undefined);
  return {
    ...(most !== undefined && { maxLength: most }),
    ...(typeof min === 'number' && { minimum: min }),
    ...(typeof max === 'number' && { maximum: max }),
  };
}

const KINDS = { text: 'text', long_text: 'longText', email: 'email', number: 'number', date: 'day' } as const;

function fieldOf(question: Question): Field {
  const { kind, label, required, options = [], mediaKinds = [] } = question;
  const hint = hintOf(question);
  const shared = { label, ...(hint !== '' && { hint }), isOptional: required !== true };
  if (kind === 'multi') return { kind: 'choices', options, ...shared, label: required === true ? `${label} *` : label };
  if (kind === 'file') return { kind: 'file', types: typesOf(mediaKinds), ...shared };
  return { kind: KINDS[kind as keyof typeof KINDS], ...shared };
}

function choiceField(question: Question): Field {
  const { label, required, help, options = [] } = question;
  return {
    ...{ kind: 'choice', label, options, startsEmpty: true, isOptional: required !== true },
    ...(help && { hint: help }),
  };
}

/** The help of a question, and what its answers are bound to. */
function hintOf({ kind, help, unit, min, max, from, to, minCount, maxCount }: Question): string {
  const parts = [help ?? ''];
  if (kind === 'number') {
    if (unit) parts.push(t.inUnit(unit));
    parts.push(rangeOf(t, min, max));
  }
  if (kind === 'date') {
    const day = (date: string) => dayIn('UTC', date);
    if (from && to) parts.push(t.dates(day(from), day(to)));
    else if (from) parts.push(t.dateFrom(day(from)));
    else if (to) parts.push(t.dateTo(day(to)));
  }
  if (kind === 'multi') {
    if (minCount && maxCount) parts.push(minCount === maxCount ? t.exactly(minCount) : t.counts(minCount, maxCount));
    else if (minCount) parts.push(t.atLeast(minCount));
    else if (maxCount) parts.push(t.atMost(maxCount));
  }
  return parts.filter((part) => part !== '').join(' ');
}

function rangeOf(words: typeof t, min: number | null | undefined, max: number | null | undefined): string {
  const [least, most] = [min ?? null, max ?? null];
  if (least !== null && most !== null) return words.between(decimal(least), decimal(most));
  if (least !== null) return words.from(decimal(least));
  return most === null ? '' : words.to(decimal(most));
}

interface RadiosProps extends Pick<InputProps, 'question' | 'value' | 'error' | 'isDisabled' | 'onChange'> {
  options: readonly Option[];
  isRow?: boolean;
}

/** One of a few options: all are seen. An answer that is not required can be taken back. */
function Radios({ question, value, error, isDisabled, onChange, options, isRow = false }: RadiosProps) {
  const { key, label, help, required, statement } = question;
  return (
    <div>
      <Radio.Group
        label={label}
        description={
          statement === undefined && !help ? undefined : (
            <>
              {help}
              {statement !== undefined && <span className="question-statement text">{statement}</span>}
            </>
          )
        }
        required={required === true}
        error={error}
        value={typeof value === 'string' ? value : ''}
        onChange={onChange}
        data-field={key}
      >
        <div className={isRow ? 'question-steps' : 'question-options'}>
          {options.map((option) => (
            <Radio key={option.value} {...option} disabled={isDisabled} />
          ))}
        </div>
      </Radio.Group>
      {required !== true && value !== '' && !isDisabled && (
        <Button size="compact-xs" variant="subtle" aria-label={t.clearOf(label)} onClick={() => onChange('')}>
          {t.clear}
        </Button>
      )}
    </div>
  );
}

interface SavedProps extends Pick<InputProps, 'question' | 'isDisabled' | 'onChange'> {
  saved: Schemas['AnswerMedia'] | undefined;
}

function SavedFile({ question: { label }, saved, isDisabled, onChange }: SavedProps) {
  return (
    <div>
      <div className="field-label">{label}</div>
      {saved && <FileLink {...saved} />}{' '}
      <Button
        size="compact-xs"
        variant="subtle"
        disabled={isDisabled}
        aria-label={t.removeFileOf(label)}
        onClick={() => onChange('')}
      >
        {t.removeFile}
      </Button>
    </div>
  );
}
