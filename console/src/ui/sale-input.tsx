import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../api/session.js';
import { money } from '../money.js';
import { strings } from '../strings/common.js';
import { word } from '../strings/words.js';
import type { Option } from './option.js';
import { useOfferNames } from './selling-names.js';

interface SaleInputProps {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** The sales of so many buyers are offered: whoever looks for another one types more. */
const BUYERS = 5;
const SALES = 20;

/** Finds a sale by words of the buyer's name, or by their whole address. */
export function SaleInput({ value, error, onChange, ...input }: SaleInputProps) {
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useState<Option | null>(null);
  // The input also says what it shows: what is chosen was not typed.
  const [q] = useDebouncedValue(words === chosen?.label ? '' : words.trim(), 200);
  const { data, isPending, error: failure } = useSalesOf(q);
  const nameOf = useOfferNames();
  const found = (data ?? []).map(({ id, buyer, offerId, status, currency, total, discount }) => {
    const price = total === null ? undefined : money(currency, total - discount);
    return { value: id, label: [buyer.name, nameOf(offerId), word(status), price].filter(Boolean).join(' · ') };
  });
  const options = chosen?.value === value ? [chosen, ...found.filter((one) => one.value !== value)] : found;
  return (
    <Select
      {...input}
      value={value === '' ? null : value}
      data={options}
      error={error ?? (failure ? strings.errors.failed : undefined)}
      // The service has searched.
      filter={({ options: all }) => all}
      searchable
      onSearchChange={setWords}
      nothingFoundMessage={isPending ? strings.common.loading : strings.list.nothingFound}
      onChange={(next) => {
        setChosen(options.find((option) => option.value === next) ?? null);
        onChange(next ?? '');
      }}
      comboboxProps={{ withinPortal: false }}
    />
  );
}

/** The sales of the buyers that are found; without words, the latest ones. */
function useSalesOf(q: string) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['/sales', 'of buyers', q],
    queryFn: async ({ signal }) => {
      const limit = { limit: SALES };
      if (q === '') return (await client.get('/sales', { query: limit, signal })).data.items;
      const named = q.includes('@') ? { email: q } : { q };
      const { data: buyers } = await client.get('/prospects', { query: { limit: BUYERS, ...named }, signal });
      const read = buyers.items.map(({ id: prospectId }) =>
        client.get('/sales', { query: { prospectId, ...limit }, signal }),
      );
      return (await Promise.all(read)).flatMap(({ data }) => data.items);
    },
  });
}
