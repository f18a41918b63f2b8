import type { Schemas } from '@delivery-service/client';
import { Text } from '@mantine/core';
import { accessOf } from '../../api/access.js';
import { useRead } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { money } from '../../money.js';
import { sales as t } from '../../strings/sales.js';
import type { Field } from '../../ui/fields.js';
import { WriteAction } from '../../ui/write-action.js';
import { ENROLLMENTS, OUTSTANDING, SAME } from './choices.js';

type Sale = Schemas['SaleWithPayments'];

/** What can be done with a sale in its status, by this caller. */
export function SaleActions({ sale }: { sale: Sale }) {
  const { isAdministrator } = accessOf(useSession().me);
  const { status, fulfillment } = sale;
  const isLive = status === 'reserved' || status === 'active';
  const isMissing = fulfillment.status === 'stuck' || fulfillment.status === 'ended';
  return (
    <>
      {status === 'proposed' && <Accept sale={sale} />}
      {isAdministrator && isLive && <ChangeInstallments sale={sale} />}
      {isAdministrator && status === 'active' && isMissing && <Fulfill sale={sale} />}
      {(status === 'proposed' || (isLive && (isAdministrator || status === 'reserved'))) && <Cancel sale={sale} />}
    </>
  );
}

/** The program of the offer, for whoever reads programs. */
function useProgramOf({ offerId }: Sale): string | undefined {
  const { readsPrograms } = accessOf(useSession().me);
  const { data } = useRead('/offers/{offerId}', { path: { offerId } }, { enabled: readsPrograms });
  return data?.programId;
}

function Accept({ sale }: { sale: Sale }) {
  const { readsPrograms } = accessOf(useSession().me);
  const programId = useProgramOf(sale);
  const { transferHoldDays, holdMinutes, paymentPlans } = sale.terms;
  if (sale.cohortId === null && !readsPrograms) return <Text size="sm">{t.cohortMissing}</Text>;
  const plan = {
    kind: 'choice',
    label: t.plan,
    options: paymentPlans.map(({ key, name, total }) => ({
      value: key,
      label: `${name}, ${money(sale.currency, total)}`,
    })),
  } as const satisfies Field;
  const cohort = {
    kind: 'resource',
    label: t.cohort,
    choosable: { of: 'cohorts', statuses: ['open', 'active'], ...(programId !== undefined && { programId }) },
  } as const satisfies Field;
  const checkout = { value: 'checkout', label: t.payBys.checkout(holdMinutes) };
  const transfer = transferHoldDays === null ? [] : [{ value: 'transfer', label: t.payBys.transfer(transferHoldDays) }];
  const possible = paymentPlans.filter(({ key }) => sale.paymentPlanKey === null || key === sale.paymentPlanKey);
  const autoCharge = {
    kind: 'check',
    label: t.autoChargeField,
    hint: t.autoChargeHint,
    when: { field: 'method', isOneOf: ['checkout'] },
  } as const satisfies Field;
  return (
    <WriteAction
      label={t.accept}
      about={t.acceptAbout}
      fields={{
        ...(sale.paymentPlanKey === null && { paymentPlanKey: plan }),
        ...(sale.cohortId === null && { cohortId: cohort }),
        method: { kind: 'choice', label: t.payBy, options: [...transfer, checkout] },
        ...(possible.some(({ installments }) => installments.length > 1) && { autoCharge }),
      }}
      to="POST /sales/{saleId}/accept"
      path={{ saleId: sale.id }}
      body={(values) => values as Schemas['AcceptSaleRequest']}
      done={t.accepted}
    />
  );
}

/** In the zone of the cohort, whose clock their dates are of. */
function ChangeInstallments({ sale }: { sale: Sale }) {
  const { id: saleId, currency, cohortId, installments } = sale;
  const path = { cohortId: cohortId ?? '' };
  const { data } = useRead('/cohorts/{cohortId}', { path }, { enabled: cohortId !== null });
  if (!data) return null;
  return (
    <WriteAction
      label={t.change}
      about={t.changeAbout}
      fields={{
        installments: {
          kind: 'installments',
          label: t.installments,
          currency,
          zone: data.timezone,
          initial: installments,
        },
        reason: { kind: 'longText', label: t.reason },
      }}
      to="PUT /sales/{saleId}/installments"
      path={{ saleId }}
      which={sale.updatedAt}
      done={t.changed}
    />
  );
}

/** What becomes of the enrollment, and of what is outstanding, is asked where there is any. */
function Cancel({ sale }: { sale: Sale }) {
  const { id: saleId, currency, outstanding, fulfillment } = sale;
  const enrollment = {
    kind: 'choice',
    label: t.enrollment,
    options: ENROLLMENTS,
    startsEmpty: true,
  } as const satisfies Field;
  const rest = {
    kind: 'choice',
    label: t.outstandingOf(money(currency, outstanding)),
    options: OUTSTANDING,
    startsEmpty: true,
  } as const satisfies Field;
  return (
    <WriteAction
      label={t.cancel}
      about={t.cancelAbout}
      fields={{
        reason: { kind: 'longText', label: t.reason },
        ...(fulfillment.status === 'done' && { enrollment }),
        ...(outstanding > 0 && { outstanding: rest }),
      }}
      to="POST /sales/{saleId}/cancel"
      path={{ saleId }}
      body={(values) => values as Schemas['CancelSaleRequest']}
      done={t.cancelled}
      isDanger
    />
  );
}

function Fulfill({ sale }: { sale: Sale }) {
  const programId = useProgramOf(sale);
  const other = { when: { field: 'who', isOneOf: ['other'] } };
  return (
    <WriteAction
      label={t.fulfill}
      about={t.fulfillAbout}
      fields={{
        cohortId: {
          kind: 'resource',
          label: t.otherCohort,
          hint: t.otherCohortHint,
          choosable: { of: 'cohorts', statuses: ['open', 'active'], ...(programId !== undefined && { programId }) },
          isOptional: true,
        },
        who: { kind: 'choice', label: t.who, options: SAME },
        name: { kind: 'text', label: t.whoName, at: 'participant.name', ...other },
        email: { kind: 'email', label: t.whoEmail, at: 'participant.email', ...other },
        reattach: { kind: 'check', label: t.reattach },
      }}
      to="POST /sales/{saleId}/fulfill"
      path={{ saleId: sale.id }}
      body={({ cohortId, who, name, email, reattach }) => ({
        ...(cohortId && { cohortId }),
        ...(who === 'other' && { participant: { name, email } }),
        ...(reattach && { reattach }),
      })}
      done={t.fulfilled}
    />
  );
}
