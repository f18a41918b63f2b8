import { Badge } from '@mantine/core';
import { dayIn, differs, instantIn, viewerZone } from '../dates.js';
import { strings } from '../strings/common.js';
import { word } from '../strings/words.js';
import { hint } from './hint.js';

/** An instant in the zone of its cohort. Where the clock of whoever looks shows another time, a hint says which. */
export function Instant({ iso, zone = viewerZone }: { iso: string | null | undefined; zone?: string }) {
  if (!iso) return <>{strings.common.none}</>;
  if (!differs(zone, viewerZone, iso)) return <time dateTime={iso}>{instantIn(zone, iso)}</time>;
  return (
    <time dateTime={iso} className="elsewhere" tabIndex={0} {...hint(strings.dates.yours(instantIn(viewerZone, iso)))}>
      {instantIn(zone, iso)}
    </time>
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
  failing: 'red',
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
  won: 'green',
  paid: 'green',
  on_schedule: 'green',
  succeeded: 'green',
  held: 'green',
  proposed: 'blue',
  reserved: 'orange',
  no_show: 'orange',
  stuck: 'red',
  disputed: 'red',
  preparing: 'blue',
  processing: 'blue',
  waiting: 'blue',
  applied: 'green',
  unmatched: 'red',
  mismatched: 'red',
};

/** A status or a role: its word, in the color that it has everywhere. */
export function Status({ value }: { value: string }) {
  return (
    <Badge color={COLORS[value] ?? 'gray'} variant="light" className="status">
      {word(value)}
    </Badge>
  );
}
