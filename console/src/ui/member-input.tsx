import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useList } from '../api/reads.js';
import { strings } from '../strings/common.js';
import type { Option } from './option.js';

interface MemberInputProps {
  by: 'id' | 'accountId';
  role: 'OWNER' | 'ADMIN' | 'MEMBER' | undefined;
  value: Option | null;
  error: string | undefined;
  label?: string;
  isClearable?: boolean;
  isCoach?: true | undefined;
  except?: readonly string[] | undefined;
  onChange: (value: Option | null) => void;
}

/** Finds members by words of their names and addresses. */
export function MemberInput({
  by,
  role,
  value: chosen,
  error,
  isClearable = false,
  isCoach,
  except = [],
  onChange,
  ...input
}: MemberInputProps) {
  const [words, setWords] = useState('');
  // The input also says what it shows: who is chosen was not typed.
  const typed = words === chosen?.label ? '' : words.trim();
  const [q] = useDebouncedValue(typed, 200);
  const query = { limit: 20, status: 'active' as const, ...(role && { role }), ...(q.length > 1 && { q }) };
  const list = useList('/members', { query });
  const coaches = useList('/analytics/coaches', { query: { limit: 100 } }, { enabled: isCoach === true });
  const isOffered = ({ value }: Option) => !except.includes(value);
  const members = list.items.map((member) => ({ value: member[by], label: `${member.name} · ${member.email}` }));
  const known = coaches.items.map(({ memberId, memberName }) => ({ value: memberId, label: memberName }));
  const found = (isCoach === true && q === '' && known.length > 0 ? known : members).filter(isOffered);
  // Whoever is chosen keeps one label: with another the input would show that, and search for it.
  const others = found.filter(({ value }) => value !== chosen?.value);
  const options = chosen ? [chosen, ...others] : others;
  const failure = list.error ? strings.form.memberSearch(list.error.message) : undefined;
  return (
    <Select
      {...input}
      error={error ?? failure}
      value={chosen?.value ?? null}
      data={options}
      // The service has searched.
      filter={({ options: all }) => all}
      searchable
      clearable={isClearable}
      clearButtonProps={{ 'aria-label': strings.common.clear }}
      onSearchChange={setWords}
      nothingFoundMessage={list.isPending ? strings.common.loading : strings.list.nothingFound}
      onChange={(value) => onChange(options.find((option) => option.value === value) ?? null)}
      comboboxProps={{ withinPortal: false }}
    />
  );
}
