import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { hasSpreadsheet, openInSpreadsheet } from '../support/programs/spreadsheet.js';
import { runDueJobs } from '../support/run-job.js';
import { useSchool } from '../support/use-school.js';

const { app, school } = useSchool({ settings: { ROLE: 'api' } });

const HOSTILE = [
  ...['=1+1', '+1+1', '-1+1', '@SUM(1)', '\t=1+1', '\r=1+1', '=HYPERLINK("https://example.com/?"&A1,"Click")'],
  ...['a;=1+1', 'b\t=1+1', 'c,=1+1', 'd\n=1+1', '"=1+1', '";=1+1;"', "'=1+1", '=cmd|"/C calc"!A0', '{=1+1}'],
];

async function exported(): Promise<string> {
  const ordered = await school.owner.client.post('/exports', { kind: 'interventions', format: 'csv' });
  await runDueJobs(school);
  const link = await school.owner.client.post(`/exports/${ordered.body.data.id}/links`);
  const response = await request(app.url).get(new URL(link.body.data.url as string).pathname);
  return response.text;
}

(hasSpreadsheet ? describe : describe.skip)('a spreadsheet program', () => {
  it('runs what begins like a formula, so that the test below means something', () => {
    expect(openInSpreadsheet('a,b\r\n=1+1,x;=2+2\r\n').formulas).toEqual(['of:=1+1', 'of:=2+2']);
  });

  it('runs nothing of an export, and reads each text in its own cell', async () => {
    const enrollment = await school.enrollment();
    for (const title of HOSTILE) await school.intervention(enrollment, { title, expected_outcome: `after ${title}` });
    const { rows, formulas } = openInSpreadsheet(await exported());
    expect(formulas).toEqual([]);
    const [header, ...cells] = rows;
    expect(header.slice(0, 2)).toEqual(['id', 'enrollmentId']);
    const columns = { title: header.indexOf('title'), outcome: header.indexOf('expectedOutcome') };
    const read = (text: string) => text.replaceAll('\r', '\n');
    const safe = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
    expect(cells.map((row) => read(row[columns.title]))).toEqual(HOSTILE.map((text) => read(safe(text))));
    expect(cells.map((row) => read(row[columns.outcome]))).toEqual(HOSTILE.map((text) => read(`after ${text}`)));
  });
});
