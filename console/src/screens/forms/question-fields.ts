import type { Schemas } from '@delivery-service/client';
import { forms as t } from '../../strings/forms.js';
import type { Field, Fields } from '../../ui/fields.js';
import type { Question, QuestionKind } from '../../ui/questions/question.js';
import { newKey, optionsOf } from './draft.js';

const KINDS = Object.entries(t.kinds).map(([value, label]) => ({ value, label }));
const MEDIA_KINDS = Object.entries(t.mediaKindNames).map(([value, label]) => ({ value, label }));
const MEASURE_KINDS = (['reading', 'baseline'] as const).map((value) => ({ value, label: t.measureKinds[value] }));
const MEASURED: QuestionKind[] = ['scale', 'number'];
const ANSWERED = Object.keys(t.kinds).filter((kind) => kind !== 'info');
/** The fields of each kind. A scale has its own names, as its steps are not optional. */
const OWN: Partial<Record<QuestionKind, readonly string[]>> = {
  text: ['maxLength'],
  long_text: ['maxLength'],
  multi: ['minCount', 'maxCount'],
  number: ['min', 'max', 'unit'],
  date: ['from', 'to'],
};

const LAST_STEP = 10;

const of = (...kinds: QuestionKind[]) => ({ when: { field: 'kind', isOneOf: kinds } });
const at = (name: string) => ({ at: `content.questions.${name}` });
const optional = (kind: 'number' | 'text' | 'day', name: keyof typeof t, initial: unknown): Field =>
  ({ kind, label: t[name], isNullable: true, initial: initial ?? null, ...at(name) }) as Field;

/** The fields of a question: those of its kind are shown. */
export function questionFields(question: Partial<Question>, measures: readonly Schemas['OutcomeMeasure'][]): Fields {
  const { label, kind, help, required, options = [], key, measure, statement } = question;
  const { minCount, maxCount, maxLength, min, max, decimals, unit, from, to, mediaKinds } = question;
  const [least, most] = kind === 'scale' ? [min ?? 0, max ?? LAST_STEP] : [0, LAST_STEP];
  const [lowest, highest] = kind === 'number' ? [min, max] : [null, null];
  const measured = measures.map(({ id, name }) => ({ value: id, label: name }));
  const lines = options.map((option) => option.label).join('\n');
  return {
    label: { kind: 'text', label: t.label, initial: label ?? '', ...at('label') },
    kind: { kind: 'choice', label: t.kind, options: KINDS, initial: kind ?? 'text' },
    options: {
      ...{ kind: 'longText', label: t.options, hint: t.optionsHint, initial: lines },
      ...of('choice', 'multi'),
    },
    statement: { kind: 'longText', label: t.statement, initial: statement ?? '', ...at('statement'), ...of('consent') },
    least: { kind: 'number', label: t.least, initial: least, ...of('scale') },
    most: { kind: 'number', label: t.most, initial: most, ...of('scale') },
    min: { ...optional('number', 'min', lowest), ...of('number') },
    max: { ...optional('number', 'max', highest), ...of('number') },
    decimals: { kind: 'number', label: t.decimals, initial: decimals ?? 0, ...at('decimals'), ...of('number') },
    unit: { ...optional('text', 'unit', unit), ...of('number') },
    from: { ...optional('day', 'from', from), ...of('date') },
    to: { ...optional('day', 'to', to), ...of('date') },
    minCount: { ...optional('number', 'minCount', minCount), ...of('multi') },
    maxCount: { ...optional('number', 'maxCount', maxCount), ...of('multi') },
    maxLength: { ...optional('number', 'maxLength', maxLength), ...of('text', 'long_text') },
    mediaKinds: {
      ...{ kind: 'choices', label: t.mediaKinds, options: MEDIA_KINDS, initial: mediaKinds ?? ['file', 'image'] },
      ...of('file'),
    },
    help: {
      ...{ kind: 'longText', label: t.help, hint: t.helpHint, isNullable: true, initial: help ?? null },
      ...at('help'),
    },
    required: {
      ...{ kind: 'check', label: t.required, initial: required ?? false },
      when: { field: 'kind', isOneOf: ANSWERED },
    },
    ...(measured.length > 0 && {
      measureId: {
        ...{ kind: 'choice', label: t.measure, hint: t.measureHint, options: measured, isNullable: true },
        ...{ initial: measure?.outcomeMeasureId ?? null },
        ...of(...MEASURED),
      },
      measureKind: {
        ...{ kind: 'choice', label: t.measureKind, options: MEASURE_KINDS, initial: measure?.kind ?? 'reading' },
        when: { field: 'measureId', isOneOf: measured.map(({ value }) => value) },
      },
    }),
    key: { kind: 'text', label: t.key, hint: t.keyHint, isOptional: true, initial: key ?? '' },
  };
}

/** The question that the values of its fields make; `taken` are the keys of the others. */
export function questionOf(
  values: Record<string, unknown>,
  before: Partial<Question>,
  taken: readonly string[],
): Schemas['FormQuestion'] {
  const text = (name: string) => (typeof values[name] === 'string' ? values[name] : '');
  const kind = text('kind') as QuestionKind;
  const key = text('key');
  const isKept = key !== '' && !taken.includes(key);
  const isMeasured = MEASURED.includes(kind) && text('measureId') !== '';
  const measure = { outcomeMeasureId: text('measureId'), kind: text('measureKind') };
  // Where the outcomes could not be read, what is recorded stays.
  const unread = 'measureId' in values || !MEASURED.includes(kind) ? null : (before.measure ?? null);
  return {
    ...{ key: isKept ? key : newKey(key || text('label'), taken), kind, label: text('label') },
    ...{ help: values['help'] ?? null, required: values['required'] === true, visibleIf: before.visibleIf ?? null },
    measure: isMeasured ? measure : unread,
    ...Object.fromEntries((OWN[kind] ?? []).map((name) => [name, values[name] ?? null])),
    ...((kind === 'choice' || kind === 'multi') && { options: optionsOf(text('options'), before.options ?? []) }),
    ...(kind === 'scale' && { min: values['least'], max: values['most'] }),
    ...(kind === 'number' && { decimals: values['decimals'] }),
    ...(kind === 'file' && { mediaKinds: values['mediaKinds'] }),
    ...(kind === 'consent' && { statement: text('statement') }),
  } as Schemas['FormQuestion'];
}
