import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useList } from '../api/reads.js';
import { strings } from '../strings.js';
import type { Option } from './fields.js';

interface MemberInputProps {
  by: 'id' | 'accountId';
  initial: Option | null | undefined;
  role: 'OWNER' | 'ADMIN' | 'MEMBER' | undefined;
  value: string;
  onChange: (value: string) => void;
}

/** Finds members by words of their names and addresses. */
export function MemberInput({ by, initial, role, onChange, ...input }: MemberInputProps) {
  const [words, setWords] = useState('');
  const [q] = useDebouncedValue(words.trim(), 200);
  const query = { limit: 20, status: 'active' as const, ...(role && { role }), ...(q.length > 1 && { q }) };
  const { items } = useList('/members', { query });
  const found = items.map((member) => ({ value: member[by], label: `${member.name} · ${member.email}` }));
  const known = initial && !found.some(({ value }) => value === initial.value) ? [initial] : [];
  return (
    <Select
      {...input}
      data={[...known, ...found]}
      // The service has searched.
      filter={({ options }) => options}
      searchable
      onSearchChange={setWords}
      nothingFoundMessage={strings.list.nothingFound}
      onChange={(value) => onChange(value ?? '')}
      comboboxProps={{ withinPortal: false }}
    />
  );
}
