import { randomUUID } from 'node:crypto';
import { expect, itemsOf, type Actor, type Resource } from './guide.js';
import { hire, type Place } from './opening.js';

/** Amounts are in cents. The cohort has begun, so that the second installment is due as soon as the offer is accepted. */
const DEPOSIT = 30_000;
const REST = 60_000;
const TERMS = {
  currency: 'EUR',
  paymentPlans: [
    {
      key: 'in_two',
      name: 'A deposit, and the rest before the start',
      installments: [
        { amount: DEPOSIT, due: { kind: 'at_purchase' } },
        { amount: REST, due: { kind: 'before_start', days: 0 } },
      ],
      total: DEPOSIT + REST,
    },
  ],
  transferHoldDays: 7,
  overdue: { graceDays: 0, pauseAfterDays: 0, resumeWhenPaid: true },
};

interface Sold {
  saleId: string;
  /** The first of them is the deposit. */
  paymentId: string;
  enrollmentId: string;
}

/** A place is offered and sold by a closer; the buyer pays late, and gets money back. */
export async function sell(place: Place): Promise<void> {
  const offer = await openOffer(place);
  const sold = await findBuyer(place, offer.id);
  await payLate(place, sold);
  await refund(place, sold);
}

async function openOffer({ owner, program, harbour }: Place): Promise<Resource> {
  const offer = { name: 'Leadership Essentials, Harbour cohort', cohortId: harbour.id, terms: TERMS };
  const { id } = await owner.create('An offer says what a place costs', `/programs/${program.id}/offers`, offer);
  const window = { opensAt: null, closesAt: null, keptBack: 2 };
  await owner.put('Two seats are not for sale', `/cohorts/${harbour.id}/sales-availability`, window);
  const open = await owner.command('The offer is opened', `/offers/${id}/status`, { status: 'open' });
  expect((open.onSale as { now: boolean }).now, 'the offer is not on sale');
  return open;
}

/** From a prospect to an enrollment. */
async function findBuyer({ guide, owner, harbour }: Place, offerId: string): Promise<Sold> {
  const { id: memberId, key } = await hire(owner, 'Clio Closer');
  const responsibility = { memberId, role: 'closer', scope: 'organization' };
  await owner.create('She becomes a closer', '/responsibilities', responsibility);
  const closer = guide.as(key);
  const email = `nora.north.${randomUUID().slice(0, 8)}@buyers.example`;
  const prospect = { name: 'Nora North', email, source: 'Webinar' };
  const { id, closerName } = await owner.create(
    'Somebody may buy: the closer whose turn it is gets her',
    '/prospects',
    prospect,
  );
  expect(closerName === 'Clio Closer', 'nobody has got the prospect');
  const proposal = { offerId, paymentPlanKey: 'in_two' };
  const { id: saleId } = await closer.create('The closer proposes a sale', `/prospects/${id}/sales`, proposal);
  const path = `/sales/${saleId}`;
  const reserved = await closer.command('It is accepted: a seat is kept', `${path}/accept`, { method: 'transfer' });
  guide.show(reserved, ['status', 'holdUntil', 'installments']);
  const deposit = transfer(DEPOSIT, 'Statement 1, line 1');
  await closer.step('Whoever sells moves no money', `${path}/payments`, deposit, 403);
  const payment = await owner.create('The deposit is on the statement of the bank', `${path}/payments`, deposit);
  const active = await closer.get('She is enrolled', path);
  guide.show(active, ['status', 'fulfillment', 'owed', 'received', 'outstanding']);
  const { enrollmentId } = active.fulfillment as { enrollmentId: string };
  const enrollment = await owner.get('… as by an import', `/enrollments/${enrollmentId}`);
  expect(enrollment.cohortId === harbour.id && enrollment.status !== 'closed', 'she is enrolled elsewhere');
  return { saleId, paymentId: payment.id, enrollmentId };
}

/** The terms say that the enrollment is paused at once, and resumed when it is paid. */
async function payLate({ guide, owner }: Place, { saleId, enrollmentId }: Sold): Promise<void> {
  const path = `/sales/${saleId}`;
  const queue = itemsOf(
    await owner.get('The rest is overdue: the queue says so', '/sales-queue?kind=installment_overdue'),
  );
  expect(queue.map((item) => item.saleId).join() === saleId, 'the sale is not in the queue');
  const late = await owner.get('… and so does the sale', path);
  guide.show(late, ['standing', 'outstanding']);
  expect(late.standing === 'overdue', 'the sale is not overdue');
  const isPaused = async () => (await owner.look(`/enrollments/${enrollmentId}`)).status === 'paused';
  await guide.until(isPaused, 'the enrollment is not paused');
  const events = itemsOf(await owner.get('Systems of the organization hear of it', '/events?name=installment.overdue'));
  expect(events.length === 1, 'there is not one event');
  await owner.create('The rest comes', `${path}/payments`, transfer(REST, 'Statement 2, line 1'));
  const resumed = await owner.get('The pause is over', `/enrollments/${enrollmentId}`);
  expect(resumed.status === 'active', 'the enrollment is not active');
}

/** A part goes back and is owed no longer; then the deposit does, and is owed again. */
async function refund({ guide, owner }: Place, { saleId, paymentId, enrollmentId }: Sold): Promise<void> {
  const path = `/payments/${paymentId}/refunds`;
  const goodwill = { amount: 5_000, reason: 'The first session was cancelled', enrollment: 'keep', claim: 'drop' };
  await owner.create('A part goes back and is owed no longer; she stays', path, goodwill);
  await show({ guide, owner }, 'Nothing is outstanding', saleId);
  const whole = { amount: DEPOSIT, reason: 'Illness', enrollment: 'withdraw', claim: 'keep' };
  await owner.step('Not more goes back than came', path, whole, 409);
  const rest = { ...whole, amount: DEPOSIT - goodwill.amount };
  await owner.create('All of the deposit goes back and is owed again; her enrollment is withdrawn', path, rest);
  const after = await show({ guide, owner }, 'It is outstanding', saleId);
  expect(after.outstanding === rest.amount, 'another amount is outstanding');
  const enrollment = await owner.get('She has left', `/enrollments/${enrollmentId}`);
  expect(enrollment.status === 'withdrawn', 'the enrollment is not withdrawn');
  const end = { reason: 'Illness', outstanding: 'waive' };
  const cancelled = await owner.command('The sale is cancelled, and the rest waived', `/sales/${saleId}/cancel`, end);
  expect(cancelled.outstanding === 0, 'an amount is outstanding');
  const entries = itemsOf(await owner.get('Its ledger was only added to', `/sale-entries?saleId=${saleId}`));
  for (const { kind, amount } of entries.toReversed()) guide.tell(`${String(kind).padEnd(20)} ${String(amount)}`);
}

async function show({ guide, owner }: { guide: Place['guide']; owner: Actor }, title: string, saleId: string) {
  const sale = await owner.get(title, `/sales/${saleId}`);
  guide.show(sale, ['standing', 'owed', 'received', 'outstanding']);
  return sale;
}

function transfer(amount: number, reference: string): object {
  return { amount, currency: TERMS.currency, method: 'transfer', reference };
}
