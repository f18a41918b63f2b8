import { Button, Input, TextInput } from '@mantine/core';
import { useId, useRef, useState } from 'react';
import { strings } from '../strings/common.js';
import { textOf, windowOf } from './windows.js';

const t = strings.windows;

/** An input of time has no 24:00. */
const MIDNIGHT = '24:00';

interface WindowsInputProps {
  label: string;
  description: string | undefined;
  error: string | undefined;
  disabled: boolean;
  value: readonly string[];
  onChange: (value: string[]) => void;
}

/** Windows of a day, each from one time to another. */
export function WindowsInput({ label, description, error, disabled, value, onChange }: WindowsInputProps) {
  const id = useId();
  const adding = useRef<HTMLButtonElement>(null);
  // Whoever adds a window enters its times next.
  const [added, setAdded] = useState(-1);
  const change = (at: number, text: string) => onChange(value.map((other, index) => (index === at ? text : other)));
  const remove = (at: number) => {
    onChange(value.filter((_, index) => index !== at));
    adding.current?.focus();
  };
  const add = () => {
    setAdded(value.length);
    onChange([...value, textOf({ from: '', to: '' })]);
  };
  return (
    <fieldset className="windows" aria-describedby={id} disabled={disabled}>
      <legend>{label}</legend>
      <div id={id}>
        {description !== undefined && <Input.Description>{description}</Input.Description>}
        {error !== undefined && <Input.Error role="alert">{error}</Input.Error>}
      </div>
      {value.map((text, at) => {
        const { from, to } = windowOf(text);
        return (
          <div key={at} className="window">
            <TextInput
              type="time"
              label={t.from(at + 1)}
              value={from}
              data-autofocus={at === added || undefined}
              ref={(input) => {
                if (at === added && input) {
                  input.focus();
                  setAdded(-1);
                }
              }}
              onChange={({ currentTarget }) => change(at, textOf({ from: currentTarget.value, to }))}
            />
            <TextInput
              type="time"
              label={t.to(at + 1)}
              value={to === MIDNIGHT ? '00:00' : to}
              onChange={({ currentTarget }) =>
                change(at, textOf({ from, to: currentTarget.value === '00:00' ? MIDNIGHT : currentTarget.value }))
              }
            />
            <Button size="xs" variant="default" onClick={() => remove(at)} aria-label={t.removeNumber(at + 1)}>
              {t.remove}
            </Button>
          </div>
        );
      })}
      <Button ref={adding} size="xs" variant="default" onClick={add}>
        {t.add}
      </Button>
    </fieldset>
  );
}
