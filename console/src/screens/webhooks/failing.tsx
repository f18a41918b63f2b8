import { useList } from '../../api/reads.js';
import { webhooks as t } from '../../strings/webhooks.js';

/** How many of the latest deliveries are looked at. */
const LATEST = 20;

/** Says that the latest deliveries fail, also while the subscription is active. */
export function Failing({ subscriptionId }: { subscriptionId: string }) {
  const list = useList('/webhook-subscriptions/{subscriptionId}/deliveries', {
    path: { subscriptionId },
    query: { limit: LATEST },
  });
  const tried = list.items.slice(0, LATEST).filter(({ attempts }) => attempts.length > 0);
  const failing = tried.filter(({ status }) => status !== 'succeeded').length;
  return failing > 0 && <div className="alarming">{t.failing(failing, tried.length)}</div>;
}
