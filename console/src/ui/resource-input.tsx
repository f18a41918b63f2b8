import { MultiSelect, Select } from '@mantine/core';
import { strings } from '../strings/common.js';
import { useChoosable, type Choosable } from './choosable.js';

interface Props<Value> {
  label?: string;
  choosable: Choosable;
  value: Value;
  error: string | undefined;
  onChange: (value: Value) => void;
}

const SEARCHED = {
  // How many are shown at a time: whoever looks for another one types its name.
  limit: 50,
  searchable: true,
  comboboxProps: { withinPortal: false },
};

/** Chooses among all programs, cohorts, groups, lessons or forms, by words of their names. */
export function ResourceInput(props: Props<string> & { isClearable: boolean }) {
  const { choosable, value, isClearable, error, onChange, ...input } = props;
  const { options, isPending, failure } = useOptions(choosable);
  return (
    <Select
      {...input}
      {...SEARCHED}
      value={value === '' ? null : value}
      data={options}
      clearable={isClearable}
      clearButtonProps={{ 'aria-label': strings.common.clear }}
      error={error ?? failure}
      nothingFoundMessage={isPending ? strings.common.loading : strings.list.nothingFound}
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  );
}

/** Chooses several of them. What was chosen before and is archived by now has no name any more. */
export function ResourcesInput({ choosable, value, error, onChange, ...input }: Props<string[]>) {
  const { options, isPending, failure } = useOptions(choosable);
  const gone = value.filter((id) => options.every((one) => one.value !== id));
  const label = isPending ? strings.common.loading : strings.list.archived;
  return (
    <MultiSelect
      {...input}
      {...SEARCHED}
      value={value}
      data={[...options, ...gone.map((id) => ({ value: id, label }))]}
      hidePickedOptions
      error={error ?? failure}
      nothingFoundMessage={isPending ? strings.common.loading : strings.list.nothingFound}
      onChange={onChange}
    />
  );
}

function useOptions(choosable: Choosable) {
  const { data: options = [], isPending, error } = useChoosable(choosable);
  return { options, isPending, failure: error === null ? undefined : strings.errors.failed };
}
