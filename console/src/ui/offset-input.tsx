import { NativeSelect, NumberInput } from '@mantine/core';
import { useId, useState } from 'react';
import { strings } from '../strings/common.js';
import { UNIT_NAMES, unitOf, UNITS, type Unit } from './offset.js';

const t = strings.offset;

interface OffsetInputProps {
  label: string;
  description: string | undefined;
  error: string | undefined;
  disabled: boolean;
  required: boolean;
  /** Minutes, as text; negative: before. */
  value: string;
  onChange: (value: string) => void;
}

/** How long before or after something: an amount, a unit and a side. */
export function OffsetInput({ label, description, error, value, onChange, ...input }: OffsetInputProps) {
  const id = useId();
  const [entered, setEntered] = useState(() => {
    const { unit, amount } = unitOf(Number(value));
    return { unit, amount: value === '' ? '' : String(amount), side: Number(value) > 0 ? 'after' : 'before' };
  });
  const change = (part: Partial<typeof entered>) => {
    const next = { ...entered, ...part };
    setEntered(next);
    const minutes = Math.round(Number(next.amount) * UNITS[next.unit]);
    onChange(next.amount === '' ? '' : String(next.side === 'before' ? -minutes || 0 : minutes));
  };
  const units = UNIT_NAMES.map((unit) => ({ value: unit, label: t.units[unit] }));
  const sides = (['before', 'after'] as const).map((side) => ({ value: side, label: t.sides[side] }));
  return (
    <div role="group" aria-labelledby={id}>
      <div className="field-label" id={id}>
        {label}
      </div>
      <div className="offset">
        <NumberInput
          {...input}
          label={t.amount}
          error={error !== undefined}
          min={0}
          value={entered.amount}
          onChange={(amount) => change({ amount: String(amount) })}
        />
        <NativeSelect
          label={t.unit}
          disabled={input.disabled}
          data={units}
          value={entered.unit}
          onChange={({ currentTarget }) => change({ unit: currentTarget.value as Unit })}
        />
        <NativeSelect
          label={t.side}
          disabled={input.disabled}
          data={sides}
          value={entered.side}
          onChange={({ currentTarget }) => change({ side: currentTarget.value })}
        />
      </div>
      {description !== undefined && <div className="dimmed">{description}</div>}
      {error !== undefined && (
        <div className="alarming" role="alert">
          {error}
        </div>
      )}
    </div>
  );
}
