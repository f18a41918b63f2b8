import { Button } from '@mantine/core';
import { chart as t } from '../strings/chart.js';
import { csvOf, save, type Cell } from './csv.js';

/** Downloads what is shown. */
export function CsvButton({ title, rows }: { title: string; rows: () => Cell[][] }) {
  return (
    <Button size="xs" variant="default" aria-label={t.csvOf(title)} onClick={() => save(title, csvOf(rows()))}>
      {t.csv}
    </Button>
  );
}
