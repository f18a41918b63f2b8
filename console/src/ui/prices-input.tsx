import { Button, Input, NativeSelect, TextInput } from '@mantine/core';
import { useId } from 'react';
import { CURRENCIES, money } from '../money.js';
import { money as t } from '../strings/money.js';
import { DUES, nextPart, totalOf, type DraftPart, type DraftPlan, type DraftPrices, type DueKind } from './prices.js';

/** As many as the service takes are counted by it; the form offers more rows until it refuses. */
const NO_PART = { key: '', name: '' };

interface PricesInputProps {
  label: string;
  description: string | undefined;
  error: string | undefined;
  disabled: boolean;
  value: DraftPrices;
  onChange: (value: DraftPrices) => void;
}

/** A currency and its payment plans, each a list of amounts with when they are due. */
export function PricesInput({ label, description, error, disabled, value, onChange }: PricesInputProps) {
  const id = useId();
  const { currency, plans, maxDiscount } = value;
  const set = (change: Partial<DraftPrices>) => onChange({ ...value, ...change });
  const setPlan = (at: number, plan: DraftPlan) => set({ plans: plans.map((other, i) => (i === at ? plan : other)) });
  return (
    <fieldset className="prices" aria-describedby={id} disabled={disabled}>
      <legend>{label}</legend>
      <div id={id}>
        {description !== undefined && <Input.Description>{description}</Input.Description>}
        {error !== undefined && <Input.Error role="alert">{error}</Input.Error>}
      </div>
      <NativeSelect
        label={t.currency}
        data={[...CURRENCIES]}
        value={currency}
        onChange={({ currentTarget }) => set({ currency: currentTarget.value })}
      />
      {plans.map((plan, at) => (
        <PlanInput
          key={at}
          at={at}
          currency={currency}
          plan={plan}
          onChange={(next) => setPlan(at, next)}
          onRemove={plans.length > 1 ? () => set({ plans: plans.filter((_, i) => i !== at) }) : undefined}
        />
      ))}
      <Button
        size="xs"
        variant="default"
        onClick={() => set({ plans: [...plans, { ...NO_PART, parts: [nextPart([])] }] })}
      >
        {t.addPlan}
      </Button>
      <TextInput
        label={t.maxDiscount}
        inputMode="decimal"
        value={maxDiscount}
        onChange={({ currentTarget }) => set({ maxDiscount: currentTarget.value })}
      />
    </fieldset>
  );
}

interface PlanInputProps {
  at: number;
  currency: string;
  plan: DraftPlan;
  onChange: (plan: DraftPlan) => void;
  onRemove: (() => void) | undefined;
}

function PlanInput({ at, currency, plan, onChange, onRemove }: PlanInputProps) {
  const { parts } = plan;
  const total = totalOf(currency, parts);
  const setParts = (next: DraftPart[]) => onChange({ ...plan, parts: next });
  return (
    <fieldset className="price-plan">
      <legend>{t.plan(at + 1)}</legend>
      <TextInput
        label={t.planName(at + 1)}
        required
        value={plan.name}
        onChange={({ currentTarget }) => onChange({ ...plan, name: currentTarget.value })}
      />
      {parts.map((part, index) => (
        <PartInput
          key={index}
          at={index}
          part={part}
          onChange={(next) => setParts(parts.map((other, i) => (i === index ? next : other)))}
          onRemove={() => setParts(parts.filter((_, i) => i !== index))}
        />
      ))}
      <div className="price-foot">
        <Button size="xs" variant="default" onClick={() => setParts([...parts, nextPart(parts)])}>
          {t.add}
        </Button>
        {onRemove && (
          <Button size="xs" variant="default" onClick={onRemove} aria-label={t.removePlanNumber(at + 1)}>
            {t.removePlan}
          </Button>
        )}
        <output>{total === undefined ? t.noTotal : t.total(money(currency, total))}</output>
      </div>
    </fieldset>
  );
}

const OPTIONS = DUES.map((value) => ({ value, label: t.dues[value] }));

interface PartInputProps {
  at: number;
  part: DraftPart;
  onChange: (part: DraftPart) => void;
  onRemove: () => void;
}

/** One installment. The first is due at the purchase, and stays. */
function PartInput({ at, part, onChange, onRemove }: PartInputProps) {
  const isFirst = at === 0;
  return (
    <div className="price-part" role="group" aria-label={t.installment(at + 1)}>
      <TextInput
        label={t.amountOf(at + 1)}
        inputMode="decimal"
        value={part.amount}
        onChange={({ currentTarget }) => onChange({ ...part, amount: currentTarget.value })}
      />
      <NativeSelect
        label={t.dueOf(at + 1)}
        disabled={isFirst}
        data={isFirst ? [{ value: part.due, label: t.dues.at_purchase }] : OPTIONS}
        value={part.due}
        onChange={({ currentTarget }) => onChange({ ...part, due: currentTarget.value as DueKind })}
      />
      {!isFirst && part.due !== 'at' && (
        <TextInput
          label={t.count(at + 1)}
          inputMode="numeric"
          value={part.count}
          onChange={({ currentTarget }) => onChange({ ...part, count: currentTarget.value })}
        />
      )}
      {!isFirst && part.due === 'at' && (
        <TextInput
          type="date"
          label={t.date(at + 1)}
          value={part.date}
          onChange={({ currentTarget }) => onChange({ ...part, date: currentTarget.value })}
        />
      )}
      {!isFirst && (
        <Button size="xs" variant="default" onClick={onRemove} aria-label={t.removeNumber(at + 1)}>
          {t.remove}
        </Button>
      )}
    </div>
  );
}
