import { Badge } from '@mantine/core';
import { dayIn, differs, instantIn, viewerZone } from '../dates.js';
import { strings } from '../strings/common.js';
import { word } from '../strings/words.js';

/** An instant in the zone of its cohort, with the wall clock of whoever looks beside it where that differs. */
export function Instant({ iso, zone = viewerZone }: { iso: string | null | undefined; zone?: string }) {
  if (!iso) return <>{strings.common.none}</>;
  return (
    <span className="instant">
      <time dateTime={iso}>{instantIn(zone, iso)}</time>
      {differs(zone, viewerZone, iso) && (
        <span className="dimmed"> {strings.dates.yours(instantIn(viewerZone, iso))}</span>
      )}
    </span>
  );
}

/** A calendar day, which the service stores as midnight UTC. */
export function Day({ iso }: { iso: string | null | undefined }) {
  return iso ? <time dateTime={iso.slice(0, 10)}>{dayIn('UTC', iso)}</time> : <>{strings.common.none}</>;
}

const COLORS: Record<string, string> = {
  active: 'green',
  open: 'green',
  published: 'green',
  accepted: 'green',
  on_time: 'green',
  delivered: 'green',
  done: 'green',
  late: 'orange',
  at_risk: 'red',
  paused: 'orange',
  pending: 'blue',
  pending_validation: 'blue',
  validating: 'blue',
  validation_failed: 'red',
  failed: 'red',
  dead: 'red',
  overdue: 'red',
  urgent: 'red',
  changes_requested: 'orange',
  booked: 'green',
  fired: 'green',
  missed: 'orange',
  requested: 'blue',
  approved: 'orange',
  running: 'blue',
  ready: 'green',
};

/** A status or a role: its word, in the color that it has everywhere. */
export function Status({ value }: { value: string }) {
  return (
    <Badge color={COLORS[value] ?? 'gray'} variant="light" className="status">
      {word(value)}
    </Badge>
  );
}
