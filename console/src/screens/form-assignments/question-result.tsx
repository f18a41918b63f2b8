import type { Schemas } from '@delivery-service/client';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { formResults as t } from '../../strings/form-results.js';
import { decimal, number } from '../../strings/words.js';
import { Chart } from '../../ui/chart/chart.js';
import { rowsOf } from '../../ui/chart/csv.js';
import { reasonText } from '../../ui/chart/figures.js';
import { CsvButton } from '../../ui/csv-button.js';
import { Facts, Section } from '../../ui/screen.js';
import { chart } from '../../strings/chart.js';
import { choiceFigures, consentFigures, numberFigures, scaleFigures } from './result-figures.js';

type Result = Schemas['QuestionResult'];

/** Bars for more values cannot be read. */
const MOST_BARS = 15;
const FIRST_TEXTS = 20;

interface ResultProps {
  result: Result;
  /** The same question in the newest version, if that asks it. */
  question: Schemas['FormQuestion'] | undefined;
  title: string;
  file: string;
}

/** What was answered to one question, over all versions. */
export function QuestionResult({ result: { result, kind, versions }, question, title, file }: ResultProps) {
  const hint = t.askedIn(versions);
  const shared = { title, file, hint };
  if (!result.measured) {
    return (
      <Section title={title} hint={hint}>
        {chart.notMeasuredAtAll(reasonText(result.reason))}
      </Section>
    );
  }
  if ('options' in result) {
    return (
      <Chart {...shared} hint={kind === 'multi' ? `${hint} ${t.several}` : hint} figures={choiceFigures(result)} />
    );
  }
  if ('given' in result) return <Chart {...shared} figures={consentFigures(result)} />;
  if ('counts' in result) return <Numbers {...shared} kind={kind} result={result} question={question} />;
  if (result.texts !== undefined) return <Texts {...shared} texts={result.texts} />;
  return (
    <Section title={title} hint={hint}>
      {t.answeredBy(result.answered)}
    </Section>
  );
}

/** Texts that nobody is known to have written: no response has them. */
function Texts({ title, file, hint, texts }: { title: string; file: string; hint: string; texts: string[] }) {
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? texts : texts.slice(0, FIRST_TEXTS);
  const rows = () => [[t.option], ...texts.map((text) => [text])];
  return (
    <Section title={title} hint={hint} actions={<CsvButton title={file} rows={rows} />}>
      <ul className="outcomes">
        {shown.map((text, at) => (
          <li key={at} className="text">
            {text}
          </li>
        ))}
      </ul>
      {shown.length < texts.length && (
        <Button size="xs" variant="default" onClick={() => setShowsAll(true)}>
          {t.showAll(texts.length)}
        </Button>
      )}
    </Section>
  );
}

interface NumbersProps extends Pick<ResultProps, 'question' | 'title' | 'file'> {
  hint: string;
  kind: Result['kind'];
  result: Schemas['NumberResult'];
}

/** The mean and median of a scale or number, and how often each value was answered. */
function Numbers({ kind, result, question, title, file, hint }: NumbersProps) {
  const { mean, median, sample, counts } = result;
  const unit = question?.kind === 'number' ? (question.unit ?? null) : null;
  const facts = (
    <Facts
      facts={{
        [t.mean]: t.withUnit(decimal(mean), unit),
        [t.median]: t.withUnit(decimal(median), unit),
        [t.sample]: number(sample),
      }}
    />
  );
  if (kind === 'scale') {
    return (
      <Chart title={title} file={file} hint={hint} figures={scaleFigures(result, question)}>
        {facts}
      </Chart>
    );
  }
  const figures = numberFigures(result);
  if (counts.length <= MOST_BARS) {
    return (
      <Chart title={title} file={file} hint={hint} figures={figures}>
        {facts}
      </Chart>
    );
  }
  return (
    <Section
      title={title}
      hint={`${hint} ${t.manyValues(counts.length)}`}
      actions={<CsvButton title={file} rows={() => rowsOf(figures)} />}
    >
      {facts}
    </Section>
  );
}
