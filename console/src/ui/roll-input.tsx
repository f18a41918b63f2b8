import { Button, Group, Input, Text } from '@mantine/core';
import { useId } from 'react';
import { strings } from '../strings/common.js';
import { programs } from '../strings/programs.js';
import type { Field } from './fields.js';
import type { Option } from './option.js';

interface RollInputProps {
  label: string;
  error: string | undefined;
  disabled: boolean;
  field: Field & { kind: 'roll' };
  value: Option[];
  onChange: (value: Option[]) => void;
}

/** One choice for each person, and one for everybody who has none yet: the first of the statuses. */
export function RollInput({ label, error, disabled, field, value, onChange }: RollInputProps) {
  const id = useId();
  const { people, statuses, recorded } = field;
  const marks = new Map([...recorded, ...value].map(({ value: person, label: status }) => [person, status]));
  const [first] = statuses;
  const mark = (changes: readonly Option[]) => {
    const marked = new Set(changes.map(({ value: person }) => person));
    onChange([...value.filter(({ value: person }) => !marked.has(person)), ...changes]);
  };
  const others = people.filter(({ value: person }) => !marks.has(person));
  const markOthers = () => mark(others.map((person) => ({ value: person.value, label: first?.value ?? '' })));
  return (
    <Input.Wrapper label={label} error={error} labelElement="div">
      <Group justify="space-between" my="xs">
        <Button size="xs" variant="default" disabled={disabled || others.length === 0} onClick={markOthers}>
          {programs.live.everyoneElse}
        </Button>
        <Text size="sm" role="status">
          {strings.form.marked(people.length - others.length, people.length)}
        </Text>
      </Group>
      <div className="roll">
        {people.map((person) => (
          <fieldset key={person.value} className="roll-person" disabled={disabled}>
            <legend>{person.label}</legend>
            {statuses.map((status) => (
              <label key={status.value} className="roll-mark">
                <input
                  type="radio"
                  name={`${id}-${person.value}`}
                  checked={marks.get(person.value) === status.value}
                  onChange={() => mark([{ value: person.value, label: status.value }])}
                />
                {status.label}
              </label>
            ))}
          </fieldset>
        ))}
      </div>
    </Input.Wrapper>
  );
}
