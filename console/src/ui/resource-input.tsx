import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../api/session.js';
import { strings } from '../strings/common.js';

export type CohortStatus = 'draft' | 'open' | 'active' | 'completed' | 'archived';

/** What can be chosen: programs or cohorts, of some statuses where they are named. */
export type Choosable = { of: 'programs' } | { of: 'cohorts'; statuses?: readonly CohortStatus[]; except?: string };

/** How many are shown at a time: whoever looks for another one types its name. */
const SHOWN = 50;

interface ResourceInputProps {
  choosable: Choosable;
  value: string;
  isClearable: boolean;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** Chooses among all programs or cohorts, by words of their names. The API does not search programs, so all are read. */
export function ResourceInput({ choosable, value, isClearable, error, onChange, ...input }: ResourceInputProps) {
  const { client } = useSession();
  const query = useQuery({
    queryKey: ['choosable', choosable],
    queryFn: async ({ signal }) => {
      const found: { value: string; label: string }[] = [];
      const isCohort = choosable.of === 'cohorts';
      for (const status of (isCohort && choosable.statuses) || [undefined]) {
        const filter = { limit: 100, ...(status && { status }) };
        const pages = isCohort
          ? client.pages('/cohorts', { query: filter, signal })
          : client.pages('/programs', { query: { limit: 100 }, signal });
        for await (const { id, name } of pages) {
          if (!isCohort || id !== choosable.except) found.push({ value: id, label: name });
        }
      }
      return found;
    },
  });
  return (
    <Select
      {...input}
      value={value === '' ? null : value}
      data={query.data ?? []}
      limit={SHOWN}
      searchable
      clearable={isClearable}
      clearButtonProps={{ 'aria-label': strings.common.clear }}
      error={error ?? (query.error === null ? undefined : strings.errors.failed)}
      nothingFoundMessage={query.isPending ? strings.common.loading : strings.list.nothingFound}
      onChange={(chosen) => onChange(chosen ?? '')}
      comboboxProps={{ withinPortal: false }}
    />
  );
}
