import { instantIn, viewerZone } from '../../dates.js';
import { sinceNow } from '../../strings/words.js';
import { hint } from '../../ui/hint.js';

/** How long something has waited, such as "3 days ago", with the instant as its hint. */
export function Waiting({ since }: { since: string }) {
  return (
    <time dateTime={since} tabIndex={0} {...hint(instantIn(viewerZone, since))}>
      {sinceNow(since)}
    </time>
  );
}
