import { Injectable } from '@nestjs/common';
import { type JobLease, JobWorker, ScheduledJob } from '#kernel/jobs';
import { PROVIDER_JOBS } from '../provider/provider-jobs.js';
import { findConnected, ProviderSecrets } from '../provider/provider-secrets.js';
import { CheckoutFetcher } from './checkout-fetcher.js';
import { JobSender } from './job-sender.js';
import { findNextOfProvider } from './job-rows.js';

/** Requests of a run: then it is the turn of other organizations. */
const MOST = 50;
/** A provider that does not answer is left alone for a while. */
const MOST_UNANSWERED = 2;

/**
 * Sends what commands have asked of the provider. While it is not active the requests wait. After a crash another worker
 * sends a request again, with the same key and the same body.
 */
@Injectable()
export class ProviderJobsJob extends ScheduledJob {
  readonly name = PROVIDER_JOBS;
  override readonly waitsOutside = true;

  constructor(
    jobs: JobWorker,
    private readonly secrets: ProviderSecrets,
    private readonly sender: JobSender,
    private readonly fetcher: CheckoutFetcher,
  ) {
    super();
    jobs.add(this);
  }

  async run(lease: JobLease): Promise<Date | null> {
    const connected = await lease.inTenant(findConnected);
    // The job is scheduled again once the key is accepted.
    const access = connected && this.secrets.accessOf(lease.organizationId, connected);
    if (!access || connected.accountId === null) return null;
    const { accountId: account } = connected;
    let unanswered = 0;
    for (let sent = 0; sent < MOST && unanswered < MOST_UNANSWERED; sent += 1) {
      const isAnswered =
        (await this.sender.sendNext(lease, account, access)) ?? (await this.fetcher.fetchNext(lease, account, access));
      if (isAnswered === undefined) break;
      if (!isAnswered) unanswered += 1;
    }
    const [{ at }] = await lease.inTenant((tenant) => tenant.query(findNextOfProvider, { account }));
    return at;
  }
}
