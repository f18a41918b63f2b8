import { interleaved } from '../support/interleaved.js';
import { uuid } from '../support/ids.js';
import { percentile } from '../support/figures.js';
import { addLargeProgram, type Size } from '../support/large-program.js';
import { timeAlone } from '../support/load.js';
import { startService } from '../support/service-process.js';
import type { Stage } from '../support/stage.js';
import type { Effort, Row } from './measure.js';

const PAGE = 50;
const WRITES = 20;
const WRITE_ROUNDS = 5;
const FULL: Size = { courses: 50, lessonsOfCourse: 500, enrollments: 10_000 };
const QUICK: Size = { courses: 10, lessonsOfCourse: 100, enrollments: 1_000 };

/** What reads and writes of progress cost in a large program, against a plain list and a plain write. */
export async function measureLearning(stage: Stage, effort: Effort): Promise<Row[]> {
  const size = effort.rounds > 1 ? FULL : QUICK;
  const { cohortId, enrollmentId, furthestId, learnerKey, openLessons } = await addLargeProgram(stage, size);
  const service = await startService(stage);
  const send = (path: string, body?: object): Promise<Response> =>
    fetch(`${service.url}/api/v1${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        'x-api-key': path.startsWith('/me') ? learnerKey : stage.apiKey,
        'idempotency-key': uuid(),
        'content-type': 'application/json',
      },
      body: body && JSON.stringify(body),
    });
  const reads = await interleaved(
    {
      list: `/enrollments?limit=${PAGE}&cohortId=${cohortId}`,
      progress: `/enrollments/${enrollmentId}/progress`,
      furthest: `/enrollments/${furthestId}/progress`,
      cohort: `/cohorts/${cohortId}/progress?limit=${PAGE}`,
      courses: `/me/courses?enrollmentId=${enrollmentId}`,
    },
    send,
  );
  const writes = { note: [] as number[], complete: [] as number[] };
  for (let round = 0; round <= WRITE_ROUNDS; round += 1) {
    const note = await timeAlone(WRITES, () =>
      send(`/enrollments/${enrollmentId}/notes`, { body: 'Spoke on Tuesday' }),
    );
    const complete = await timeAlone(WRITES, () =>
      send(`/enrollments/${enrollmentId}/complete-lesson`, { lessonId: openLessons.shift() }),
    );
    // The first writes on a connection plan the statements.
    if (round === 0) continue;
    writes.note.push(...note);
    writes.complete.push(...complete);
  }
  await service.stop();
  const [note, complete] = [percentile(writes.note, 95), percentile(writes.complete, 95)];
  const counts = `${size.courses} courses × ${size.lessonsOfCourse} lessons, ${size.enrollments.toLocaleString('en')} enrollments`;
  const ratio = (measure: string, value: number): Row => ({ measure, value, unit: '×', wanted: '≤ 2' });
  return [
    { measure: `${counts}: list of enrollments, p95`, value: reads.list, unit: 'ms' },
    ratio('… progress of one ÷ the list', reads.progress / reads.list),
    { measure: '… of one that has completed half of all lessons', value: reads.furthest / reads.list, unit: '×' },
    ratio(`… page of ${PAGE} of the cohort's progress ÷ the list`, reads.cohort / reads.list),
    ratio("… page of the learner's courses, with up to 500 lessons ÷ the list", reads.courses / reads.list),
    { measure: '… a note, p95', value: note, unit: 'ms' },
    ratio('… completing a lesson ÷ a note', complete / note),
  ];
}
