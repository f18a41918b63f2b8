import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useList } from '../api/reads.js';
import { strings } from '../strings/common.js';

interface EnrollmentInputProps {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** Beyond so many cohorts, an enrollment is offered without the name of its own. */
const COHORTS = 100;

/** Finds an active enrollment by words of the member's name. */
export function EnrollmentInput({ value, error, onChange, ...input }: EnrollmentInputProps) {
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null);
  // The input also says what it shows: who is chosen was not typed.
  const [q] = useDebouncedValue(words === chosen?.label ? '' : words.trim(), 200);
  const list = useList('/enrollments', { query: { limit: 20, status: 'active', ...(q !== '' && { q }) } });
  const cohorts = useList('/cohorts', { query: { limit: COHORTS } });
  const nameOf = new Map(cohorts.items.map(({ id, name }) => [id, name]));
  const found = list.items.map(({ id, memberName, cohortId }) => ({
    value: id,
    label: [memberName, nameOf.get(cohortId)].filter(Boolean).join(' · '),
  }));
  const options = chosen && chosen.value === value ? [chosen, ...found.filter((one) => one.value !== value)] : found;
  return (
    <Select
      {...input}
      value={value === '' ? null : value}
      data={options}
      error={error ?? (list.error ? strings.form.memberSearch(list.error.message) : undefined)}
      // The service has searched.
      filter={({ options: all }) => all}
      searchable
      onSearchChange={setWords}
      nothingFoundMessage={list.isPending ? strings.common.loading : strings.list.nothingFound}
      onChange={(next) => {
        setChosen(options.find((option) => option.value === next) ?? null);
        onChange(next ?? '');
      }}
      comboboxProps={{ withinPortal: false }}
    />
  );
}
