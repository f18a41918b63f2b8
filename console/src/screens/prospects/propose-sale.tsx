import type { Schemas } from '@delivery-service/client';
import { Text } from '@mantine/core';
import { useLocation } from 'wouter';
import { accessOf } from '../../api/access.js';
import { useSession } from '../../api/session.js';
import { viewerZone } from '../../dates.js';
import { money } from '../../money.js';
import { sales as t } from '../../strings/sales.js';
import type { Field, Fields } from '../../ui/fields.js';
import { WriteAction } from '../../ui/write-action.js';
import { useAllOffers } from './offers.js';

type Offer = Schemas['Offer'];

const WHO = (['buyer', 'other'] as const).map((value) => ({ value, label: t.whos[value] }));

/** Proposes one of the offers that can be sold now, with the terms that it has. */
export function ProposeSale({ prospect }: { prospect: Schemas['Prospect'] }) {
  const [, navigate] = useLocation();
  const { isAdministrator, readsPrograms } = accessOf(useSession().me);
  const { data } = useAllOffers();
  const offers = (data ?? []).filter(({ onSale }) => onSale.now);
  if (data && offers.length === 0) return <Text size="sm">{t.nothingOnSale}</Text>;
  return (
    <WriteAction
      label={t.propose}
      about={t.proposeAbout}
      disabled={!data}
      fields={{
        offerId: {
          kind: 'choice',
          label: t.offer,
          options: offers.map(({ id, name }) => ({ value: id, label: name })),
          startsEmpty: true,
        },
        ...plansOf(offers),
        ...(readsPrograms && cohortsOf(offers)),
        ...amountsOf(offers),
        expiresAt: {
          kind: 'instant',
          label: t.expiresAt,
          hint: t.expiresHint,
          zone: viewerZone,
          isAhead: true,
          isOptional: true,
        },
        ...PEOPLE,
        ...(isAdministrator && {
          closerMemberId: {
            kind: 'resource',
            label: t.closer,
            hint: t.closerHint,
            choosable: { of: 'closers' },
            isOptional: true,
          } as const satisfies Field,
        }),
        ...BILLING,
      }}
      to="POST /prospects/{prospectId}/sales"
      path={{ prospectId: prospect.id }}
      body={bodyOf}
      done={t.proposed}
      onDone={({ id }) => navigate(`/sales/${id}`)}
    />
  );
}

/** What is asked of each offer is a field of its own, shown where that offer is chosen: the first part of its name says for what. */
const PLAN = 'plan ';
const COHORT = 'cohort ';
const DISCOUNT = 'discount ';
const TAX = 'tax ';

const whereOffer = (offers: readonly Offer[]) => ({ when: { field: 'offerId', isOneOf: offers.map(({ id }) => id) } });

/** The payment plans of each offer. One of several can be left to the buyer. */
function plansOf(offers: readonly Offer[]): Fields {
  return Object.fromEntries(
    offers.map((offer) => {
      const { currency, paymentPlans } = offer.terms;
      const options = paymentPlans.map(({ key, name, total }) => ({
        value: key,
        label: `${name}, ${money(currency, total)}`,
      }));
      const isOne = options.length === 1;
      const field: Field = {
        kind: 'choice',
        label: t.plan,
        at: 'paymentPlanKey',
        options,
        ...(isOne ? {} : { hint: t.planHint, isOptional: true }),
        ...whereOffer([offer]),
      };
      return [PLAN + offer.id, field];
    }),
  );
}

/** The cohorts of each program, for its offers that name none. */
function cohortsOf(offers: readonly Offer[]): Fields {
  const programIds = new Set(offers.flatMap(({ cohortId, programId }) => (cohortId === null ? [programId] : [])));
  return Object.fromEntries(
    [...programIds].map((programId) => {
      const field: Field = {
        kind: 'resource',
        label: t.cohort,
        hint: t.cohortHint,
        at: 'cohortId',
        choosable: { of: 'cohorts', statuses: ['open', 'active'], programId },
        isOptional: true,
        ...whereOffer(offers.filter((offer) => offer.programId === programId && offer.cohortId === null)),
      };
      return [COHORT + programId, field];
    }),
  );
}

/** Amounts are typed in the currency of the offer. */
function amountsOf(offers: readonly Offer[]): Fields {
  const currencies = new Set(offers.map(({ terms }) => terms.currency));
  return Object.fromEntries(
    [...currencies].flatMap((currency) => {
      const where = whereOffer(offers.filter(({ terms }) => terms.currency === currency));
      const shared = { kind: 'amount', currency, isOptional: true, ...where } as const;
      const discount: Field = { ...shared, label: t.discount, hint: t.discountHint, at: 'discount' };
      const tax: Field = { ...shared, label: t.taxAmount, hint: t.taxHint, at: 'taxAmount' };
      return [
        [DISCOUNT + currency, discount],
        [TAX + currency, tax],
      ];
    }),
  );
}

const other = { when: { field: 'who', isOneOf: ['other'] } };
const PEOPLE = {
  who: { kind: 'choice', label: t.who, options: WHO },
  name: { kind: 'text', label: t.whoName, at: 'participant.name', ...other },
  email: { kind: 'email', label: t.whoEmail, at: 'participant.email', ...other },
} as const satisfies Fields;

const BILLING = {
  company: { kind: 'text', label: t.company, at: 'billing.company', isOptional: true },
  lines: { kind: 'longText', label: t.lines, hint: t.linesHint, at: 'billing.lines', isOptional: true },
  country: { kind: 'text', label: t.country, hint: t.countryHint, at: 'billing.country', isOptional: true },
  taxId: { kind: 'text', label: t.taxId, at: 'billing.taxId', isOptional: true },
} as const satisfies Fields;

interface Values extends Record<string, string | number | undefined> {
  offerId: string;
  who: string;
  expiresAt?: string;
  closerMemberId?: string;
  company?: string;
  lines?: string;
  country?: string;
  taxId?: string;
}

function bodyOf(values: Values): Schemas['ProposeSaleRequest'] {
  const { offerId, expiresAt, closerMemberId, company, lines, country, taxId } = values;
  // Of the fields of all offers, those of the chosen one were shown, and sent.
  const of = (part: string) => Object.entries(values).find(([name]) => name.startsWith(part))?.[1];
  const texts = { company, country, taxId };
  const isBilled = [company, lines, country, taxId].some((text) => text !== undefined);
  const billing = { ...texts, lines: (lines ?? '').split('\n').flatMap((line) => line.trim() || []) };
  const sent = {
    ...{ offerId, expiresAt, closerMemberId },
    ...{ paymentPlanKey: of(PLAN), cohortId: of(COHORT), discount: of(DISCOUNT), taxAmount: of(TAX) },
    ...(values.who === 'other' && { participant: { name: values['name'], email: values['email'] } }),
    ...(isBilled && { billing }),
  };
  return sent as Schemas['ProposeSaleRequest'];
}
