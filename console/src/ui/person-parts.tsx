import { strings } from '../strings/common.js';
import { PageLink } from './link.js';

/** From a person in a list to what one works with every day: their tasks, and the sessions with them. */
export function PersonParts({ enrollmentId }: { enrollmentId: string }) {
  const to = (part: string) => `/enrollments/${enrollmentId}?part=${part}`;
  return (
    <span className="links">
      <PageLink to={to('tasks')}>{strings.common.tasks}</PageLink>
      <PageLink to={to('coaching')}>{strings.common.sessions}</PageLink>
    </span>
  );
}
