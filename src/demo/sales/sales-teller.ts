import type { CohortTeller, Staff } from '../cohorts/cohort-teller.js';
import type { Created, Door } from '../door.js';
import type { ClaimedJobs } from '../past-jobs.js';
import type { Story } from '../story.js';
import { PROSPECTS, type CallPlan, type ProspectPlan, type SalePlan } from './prospect-plans.js';
import { TERMS } from './terms.js';

/** Closers can be called on five days a week, so that a slot is found within so many days. */
const SLOT_WITHIN_DAYS = 3;
const HOURS = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '10:00', to: '16:00' }));

/** The first places of the cohort are for a company, which enrolls its own people. */
const KEPT_BACK = 4;
const MORE_SEATS = { day: -3, capacity: 24, keptBack: 1 };

interface Told {
  programId: string;
  staff: Staff;
  cohort: CohortTeller;
  /** Keeps the jobs that look at sales from the worker. */
  claimJobs: () => Promise<ClaimedJobs>;
}

/** Somebody who may buy, and the closer who got them. */
interface Buyer {
  prospectId: string;
  closer: Door;
}

/** Tells what places of a cohort cost, and who buys them from whom: all by bank transfer. */
export class SalesTeller {
  private offerId: string;
  private jobs: ClaimedJobs;
  private statementLines = 0;

  constructor(
    private readonly story: Story,
    private readonly told: Told,
  ) {}

  /** Enters everything into the story. The jobs look at `looks`. */
  enter(begin: number, looks: readonly number[]): void {
    this.story.on(begin, async () => {
      this.jobs = await this.told.claimJobs();
      for (const day of looks) this.story.on(day, this.jobs.run);
      await this.openOffer();
      await this.instructClosers();
    });
    this.story.on(MORE_SEATS.day, async () => {
      const { capacity, keptBack } = MORE_SEATS;
      await this.owner('configure_cohort', { cohortId: this.cohortId, capacity });
      await this.keepBack(keptBack);
    });
    for (const prospect of PROSPECTS) this.story.on(prospect.came, () => this.come(prospect));
  }

  /** To the worker, once the story is over. */
  async giveBackJobs(): Promise<void> {
    await this.jobs.giveBack();
  }

  private get owner(): Door {
    return this.told.staff.owner.door;
  }

  private get cohortId(): string {
    return this.told.cohort.cohortId;
  }

  private async openOffer(): Promise<void> {
    const { programId } = this.told;
    const { id: offerId } = await this.owner('create_offer', {
      ...{ programId, cohortId: this.cohortId, name: 'Coaching Practice, Summit cohort', terms: TERMS },
      description: 'Three months with a coach and a group. **A deposit keeps your place.**',
    });
    this.offerId = offerId;
    await this.owner('move_offer', { offerId, status: 'open' });
    await this.keepBack(KEPT_BACK);
  }

  private async keepBack(keptBack: number): Promise<void> {
    const { cohortId, story } = this;
    const closesAt = story.dayOf(11).toISOString();
    await this.owner('set_sales_availability', { cohortId, opensAt: null, closesAt, keptBack });
  }

  /** One for all programs, and one for this one alone. */
  private async instructClosers(): Promise<void> {
    const { programId, staff } = this.told;
    const scopes = { closer: { scope: 'organization' }, newCloser: { scope: 'program', programId } };
    for (const name of ['closer', 'newCloser'] as const) {
      const { memberId, door } = staff[name];
      await this.owner('assign_responsibility', { memberId, role: 'closer', ...scopes[name] });
      await door('set_availability', { memberId, timezone: 'Europe/Paris', weekly: HOURS });
      const joinUrl = `https://calls.school.example/${name}`.toLowerCase();
      await door('set_closer_availability', { memberId, bufferMinutes: 10, minNoticeHours: 4, joinUrl });
    }
  }

  private async come({ name, source, unassigned, call, sale, lost }: ProspectPlan): Promise<void> {
    const { programId, staff } = this.told;
    const email = `${name.toLowerCase().replace(' ', '.')}@buyers.example`;
    const { id: prospectId, closerMemberId } = await staff.admin.door<Created & { closerMemberId: string | null }>(
      'create_prospect',
      { name, email, source, programId, assignTo: unassigned ? 'none' : 'turn' },
    );
    const { closer, newCloser } = staff;
    const buyer = { prospectId, closer: (closerMemberId === newCloser.memberId ? newCloser : closer).door };
    if (call) this.story.on(call.day, () => this.book(buyer, call));
    if (sale) this.story.on(sale.proposed, () => this.propose(buyer, sale));
    if (lost) this.story.on(lost.day, () => buyer.closer('close_prospect', { prospectId, reason: lost.reason }));
  }

  private async book({ prospectId, closer }: Buyer, { slotOn, held }: CallPlan): Promise<void> {
    const period = {
      from: this.story.dayOf(slotOn).toISOString(),
      to: this.story.dayOf(slotOn + SLOT_WITHIN_DAYS).toISOString(),
    };
    const search = { prospectId, ...period, durationMinutes: '30' };
    const { items } = await closer<{ items: { startsAt: string }[] }>('list_sales_call_slots', search);
    const [{ startsAt }] = items;
    const booked = { prospectId, startsAt, durationMinutes: 30, timezone: 'Australia/Sydney' };
    const { id: salesCallId } = await closer('book_sales_call', booked);
    if (!held) return;
    const report = { salesCallId, status: 'held', ...held };
    this.story.on(slotOn + SLOT_WITHIN_DAYS, () => closer('close_sales_call', report));
  }

  private async propose({ prospectId, closer }: Buyer, plan: SalePlan): Promise<void> {
    const { paymentPlanKey, discount, accepted, paid = [], withdrawn } = plan;
    const { offerId } = this;
    const { id: saleId } = await closer('propose_sale', { prospectId, offerId, paymentPlanKey, discount });
    if (accepted !== undefined) {
      this.story.on(accepted, () => closer('accept_sale', { saleId, method: 'transfer' }));
    }
    for (const { day, amount } of paid) {
      this.story.on(day, async () => {
        const paymentId = await this.recordPayment(saleId, amount);
        if (withdrawn) this.story.on(withdrawn.day, () => this.withdraw(saleId, { paymentId, amount, ...withdrawn }));
      });
    }
  }

  private async recordPayment(saleId: string, amount: number): Promise<string> {
    const { currency } = TERMS;
    this.statementLines += 1;
    const reference = `Statement 1, line ${this.statementLines}`;
    const payment = { saleId, amount, currency, method: 'transfer', reference };
    const { id } = await this.told.staff.admin.door('record_payment', payment);
    return id;
  }

  /** The money goes back, and the sale is over. */
  private async withdraw(saleId: string, payment: { paymentId: string; amount: number; reason: string }) {
    const { admin } = this.told.staff;
    await admin.door('refund_payment', { ...payment, enrollment: 'withdraw', claim: 'drop' });
    await admin.door('cancel_sale', { saleId, reason: payment.reason, outstanding: 'waive' });
  }
}
