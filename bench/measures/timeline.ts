import { interleaved } from '../support/interleaved.js';
import { addLongHistory } from '../support/long-history.js';
import { startService } from '../support/service-process.js';
import type { Stage } from '../support/stage.js';
import type { Effort, Row } from './measure.js';

const PAGE = 50;
const ITEMS = 100_000;

/** Pages of the timeline of an enrollment with a long history against a plain list. */
export async function measureTimeline(stage: Stage, effort: Effort): Promise<Row[]> {
  const items = effort.rounds > 1 ? ITEMS : ITEMS / 10;
  const farPage = items / PAGE / 2;
  const enrollmentId = await addLongHistory(stage, items);
  const service = await startService(stage);
  const send = (path: string): Promise<Response> =>
    fetch(`${service.url}/api/v1${path}`, { headers: { 'x-api-key': stage.apiKey } });
  const timeline = `/enrollments/${enrollmentId}/timeline?limit=${PAGE}`;
  let cursor = '';
  for (let page = 1; page < farPage; page += 1) {
    const { data } = (await (await send(`${timeline}${cursor}`)).json()) as { data: { nextCursor: string } };
    cursor = `&cursor=${data.nextCursor}`;
  }
  const times = await interleaved(
    {
      list: `/enrollments?limit=${PAGE}`,
      notes: `/enrollments/${enrollmentId}/notes?limit=${PAGE}`,
      first: timeline,
      far: `${timeline}${cursor}`,
      kind: `${timeline}&kind=enrollment.closed`,
    },
    send,
  );
  await service.stop();
  return [
    { measure: `list of enrollments, p95`, value: times.list, unit: 'ms' },
    { measure: `list of the notes of an enrollment, p95`, value: times.notes, unit: 'ms' },
    {
      measure: `timeline of ${items.toLocaleString('en')} items, page 1 ÷ the list of enrollments`,
      value: times.first / times.list,
      unit: '×',
      wanted: '≤ 2',
    },
    {
      measure: `… page ${farPage.toLocaleString('en')} ÷ page 1`,
      value: times.far / times.first,
      unit: '×',
      wanted: '≤ 1.2',
    },
    { measure: '… of a kind that it has none of ÷ page 1', value: times.kind / times.first, unit: '×' },
  ];
}
