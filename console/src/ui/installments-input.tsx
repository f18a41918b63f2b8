import { Button, Input, TextInput } from '@mantine/core';
import { useId } from 'react';
import { money } from '../money.js';
import { strings } from '../strings/common.js';
import { money as t } from '../strings/money.js';
import type { DatedInstallment, DraftInstallment } from './installments.js';

interface InstallmentsInputProps {
  label: string;
  description: string | undefined;
  error: string | undefined;
  disabled: boolean;
  currency: string;
  zone: string;
  initial: readonly DatedInstallment[];
  value: DraftInstallment[];
  onChange: (value: DraftInstallment[]) => void;
}

/** The installments of a sale: what is paid of one says so, and it stays. */
export function InstallmentsInput(props: InstallmentsInputProps) {
  const { label, description, error, disabled, currency, zone, initial, value, onChange } = props;
  const id = useId();
  const change = (at: number, part: Partial<DraftInstallment>) =>
    onChange(value.map((other, index) => (index === at ? { ...other, ...part } : other)));
  const paidOf = (draft: DraftInstallment) => initial.find((one) => one.id === draft.id)?.paid ?? 0;
  const add = () => onChange([...value, { id: '', amount: '', dueAt: value.at(-1)?.dueAt ?? '' }]);
  return (
    <fieldset className="prices" aria-describedby={id} disabled={disabled}>
      <legend>{label}</legend>
      <div id={id}>
        <Input.Description>
          {description} {strings.form.inZone(zone)}
        </Input.Description>
        {error !== undefined && <Input.Error role="alert">{error}</Input.Error>}
      </div>
      {value.map((draft, at) => (
        <div key={at} className="price-part" role="group" aria-label={t.installment(at + 1)}>
          <TextInput
            label={t.amountOf(at + 1)}
            description={paidOf(draft) > 0 ? t.paid(money(currency, paidOf(draft))) : undefined}
            inputMode="decimal"
            value={draft.amount}
            onChange={({ currentTarget }) => change(at, { amount: currentTarget.value })}
          />
          <TextInput
            type="datetime-local"
            label={t.dueAt(at + 1)}
            value={draft.dueAt}
            onChange={({ currentTarget }) => change(at, { dueAt: currentTarget.value })}
          />
          {paidOf(draft) === 0 && value.length > 1 && (
            <Button
              size="xs"
              variant="default"
              onClick={() => onChange(value.filter((_, index) => index !== at))}
              aria-label={t.removeNumber(at + 1)}
            >
              {t.remove}
            </Button>
          )}
        </div>
      ))}
      <Button size="xs" variant="default" onClick={add}>
        {t.add}
      </Button>
    </fieldset>
  );
}
