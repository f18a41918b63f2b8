import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useList } from '../api/reads.js';
import { strings } from '../strings/common.js';
import type { Option } from './option.js';

interface MembersInputProps {
  value: Option[];
  error: string | undefined;
  onChange: (value: Option[]) => void;
}

/** Finds members by words of their names, and takes several. */
export function MembersInput({ value: chosen, error, onChange, ...input }: MembersInputProps) {
  const [words, setWords] = useState('');
  const [q] = useDebouncedValue(words.trim(), 200);
  const list = useList('/members', { query: { limit: 20, status: 'active', ...(q.length > 1 && { q }) } });
  const found = list.items.map(({ id, name, email }) => ({ value: id, label: `${name} · ${email}` }));
  const options = [...chosen, ...found.filter(({ value }) => chosen.every((one) => one.value !== value))];
  const failure = list.error ? strings.form.memberSearch(list.error.message) : undefined;
  return (
    <MultiSelect
      {...input}
      error={error ?? failure}
      value={chosen.map(({ value }) => value)}
      data={options}
      // The service has searched.
      filter={({ options: all }) => all}
      searchable
      hidePickedOptions
      searchValue={words}
      onSearchChange={setWords}
      nothingFoundMessage={list.isPending ? strings.common.loading : strings.list.nothingFound}
      onChange={(ids) => onChange(options.filter(({ value }) => ids.includes(value)))}
      comboboxProps={{ withinPortal: false }}
    />
  );
}
