import type { Schemas } from '@delivery-service/client';
import { strings } from '../../strings/common.js';
import { NotMeasured } from '../../ui/states.js';

/** How much of a plan is done, or the reason why that is not measured. */
export function Measure({ progress }: { progress: Schemas['EnrollmentProgress']['overall'] }) {
  if (!progress.measured) return <NotMeasured reason={progress.reason} />;
  return strings.progress.done(progress.completed, progress.total, progress.percent);
}
