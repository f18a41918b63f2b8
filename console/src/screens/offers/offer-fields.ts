import type { Schemas } from '@delivery-service/client';
import { useList } from '../../api/reads.js';
import { viewerZone } from '../../dates.js';
import { offers as t } from '../../strings/offers.js';
import { word } from '../../strings/words.js';
import { useChoosable } from '../../ui/choosable.js';
import type { Fields, ValuesOf } from '../../ui/fields.js';
import type { Option } from '../../ui/option.js';

type Offer = Schemas['Offer'];

export const ENROLL_WHEN = (['first_installment', 'full_payment', 'acceptance'] as const).map((value) => ({
  value,
  label: t.enrollWhens[value],
}));
const ENROLL_AS = (['active', 'pending'] as const).map((value) => ({ value, label: word(value) }));
const UNFULFILLABLE = (['hold', 'refund'] as const).map((value) => ({ value, label: t.unfulfillables[value] }));

/** The cohorts of a program, and the paths that its enrollments can get. */
interface Places {
  cohorts: Option[];
  paths: Option[];
}

export function usePlaces(programId: string): Places {
  const { data: cohorts = [] } = useChoosable({ of: 'cohorts', programId });
  const paths = useList('/paths', { query: { programId, status: 'active', limit: 100 } });
  return { cohorts, paths: paths.items.map(({ id, name }) => ({ value: id, label: name })) };
}

/** The usual terms of the service, or those of an offer that there is. */
export function offerFields({ cohorts, paths }: Places, offer?: Offer) {
  return {
    name: { kind: 'text', label: t.name, hint: t.nameHint, initial: offer?.name },
    description: { kind: 'longText', label: t.description, initial: offer?.description, isNullable: true },
    cohortId: {
      kind: 'choice',
      label: t.cohort,
      hint: t.anyCohortHint,
      options: cohorts,
      initial: offer?.cohortId,
      isNullable: true,
    },
    opensAt: {
      kind: 'instant',
      label: t.opensAt,
      hint: t.opensHint,
      zone: viewerZone,
      initial: offer?.opensAt,
      isNullable: true,
    },
    closesAt: {
      kind: 'instant',
      label: t.closesAt,
      hint: t.closesHint,
      zone: viewerZone,
      initial: offer?.closesAt,
      isNullable: true,
    },
    salesLimit: {
      kind: 'number',
      label: t.salesLimit,
      hint: t.salesLimitHint,
      initial: offer?.salesLimit,
      isNullable: true,
    },
    ...termsFields(paths, offer?.terms),
  } as const satisfies Fields;
}

function termsFields(paths: Option[], terms?: Offer['terms']) {
  const overdue = terms?.overdue;
  return {
    terms: { kind: 'prices', label: t.prices, hint: t.pricesHint, ...(terms && { initial: terms }) },
    transferHoldDays: {
      kind: 'number',
      at: 'terms.transferHoldDays',
      label: t.transferHoldDays,
      hint: t.transferHint,
      initial: terms ? terms.transferHoldDays : 7,
      isNullable: true,
    },
    enrollWhen: {
      kind: 'choice',
      at: 'terms.enrollWhen',
      label: t.enrollWhen,
      options: ENROLL_WHEN,
      initial: terms?.enrollWhen,
    },
    enrollAs: { kind: 'choice', at: 'terms.enrollAs', label: t.enrollAs, options: ENROLL_AS, initial: terms?.enrollAs },
    pathId: {
      kind: 'choice',
      at: 'terms.pathId',
      label: t.path,
      options: paths,
      initial: terms?.pathId,
      isNullable: true,
    },
    graceDays: {
      kind: 'number',
      at: 'terms.overdue.graceDays',
      label: t.graceDays,
      initial: overdue?.graceDays ?? 3,
    },
    pauseAfterDays: {
      kind: 'number',
      at: 'terms.overdue.pauseAfterDays',
      label: t.pauseAfterDays,
      hint: t.pauseHint,
      initial: overdue?.pauseAfterDays,
      isNullable: true,
    },
    resumeWhenPaid: { kind: 'check', label: t.resumeWhenPaid, initial: overdue?.resumeWhenPaid },
    holdMinutes: {
      kind: 'number',
      at: 'terms.holdMinutes',
      label: t.holdMinutes,
      initial: terms?.holdMinutes ?? 60,
    },
    retryDays: {
      kind: 'list',
      label: t.retryDays,
      hint: t.retryHint,
      initial: overdue?.retryDays.map(String),
    },
    unfulfillable: {
      kind: 'choice',
      at: 'terms.unfulfillable',
      label: t.unfulfillable,
      options: UNFULFILLABLE,
      initial: terms?.unfulfillable,
    },
    pauseOnDispute: { kind: 'check', label: t.pauseOnDispute, initial: overdue?.pauseOnDispute },
  } as const satisfies Fields;
}

type Values = ValuesOf<ReturnType<typeof offerFields>>;

/** Fields of the terms, which are sent as a whole once one of them was changed. */
export const TERMS = [
  ...(['terms', 'transferHoldDays', 'enrollWhen', 'enrollAs', 'pathId', 'graceDays', 'pauseAfterDays'] as const),
  ...(['resumeWhenPaid', 'holdMinutes', 'retryDays', 'unfulfillable', 'pauseOnDispute'] as const),
];

export function newOfferBody(values: Values): Schemas['CreateOfferRequest'] {
  const { name, description, cohortId, opensAt, closesAt, salesLimit } = values;
  return { name, description, cohortId, opensAt, closesAt, salesLimit, terms: termsOf(values) };
}

/** What was changed. */
export function changedOfferBody(values: Partial<Values>): Schemas['UpdateOfferRequest'] {
  const { name, description, cohortId, opensAt, closesAt, salesLimit, terms } = values;
  const plain = { name, description, cohortId, opensAt, closesAt, salesLimit };
  return { ...plain, ...(terms && { terms: termsOf(values as Values) }) };
}

function termsOf(values: Values): Schemas['OfferTermsFields'] {
  const { terms, transferHoldDays, enrollWhen, enrollAs, pathId, holdMinutes, unfulfillable } = values;
  const { graceDays, pauseAfterDays, resumeWhenPaid, pauseOnDispute } = values;
  const retryDays = values.retryDays.map(Number);
  return {
    ...terms,
    ...{ transferHoldDays, enrollWhen, enrollAs, pathId, holdMinutes, unfulfillable },
    overdue: { graceDays, retryDays, pauseAfterDays, resumeWhenPaid, pauseOnDispute },
  };
}
