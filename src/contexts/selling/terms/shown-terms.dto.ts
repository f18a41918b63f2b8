import { AscendingNumbers, Nested, NestedList, OneOf, PositiveInteger, Shown, Text, WholeNumber } from '#kernel/fields';
import { OfferOverdue, OfferPaymentPlan, OfferTermsFields, RETRY_DAYS } from './offer-terms.dto.js';
import { ENROLL_AS, ENROLL_WHEN, UNFULFILLABLE, type Terms } from './terms.js';

class OfferOverdueRules {
  @Shown(OfferOverdue, 'graceDays') graceDays: number;
  @AscendingNumbers(RETRY_DAYS) retryDays: number[];
  @Shown(OfferOverdue, 'pauseAfterDays') pauseAfterDays: number | null;
  @Shown(OfferOverdue, 'resumeWhenPaid') resumeWhenPaid: boolean;
  @Shown(OfferOverdue, 'pauseOnDispute') pauseOnDispute: boolean;
}

export class OfferTerms {
  @PositiveInteger({ description: 'Incremented with every change of the terms', example: 1 }) version: number;
  @Text({ description: 'ISO 4217', example: 'EUR' }) currency: string;
  @Shown(OfferTermsFields, 'pathId') pathId: string | null;
  @NestedList(() => OfferPaymentPlan, { description: 'A buyer chooses one' }) paymentPlans: OfferPaymentPlan[];
  @OneOf(ENROLL_WHEN, { description: 'When a sale becomes an enrollment' }) enrollWhen: Terms['enrollWhen'];
  @OneOf(ENROLL_AS, { description: 'The status of that enrollment' }) enrollAs: Terms['enrollAs'];
  @WholeNumber({ description: 'How long a seat is kept for a checkout', example: 60 }) holdMinutes: number;
  @Shown(OfferTermsFields, 'transferHoldDays') transferHoldDays: number | null;
  @Shown(OfferTermsFields, 'maxDiscount') maxDiscount: number;
  @OneOf(UNFULFILLABLE, { description: 'What becomes of a paid sale without a seat' })
  unfulfillable: Terms['unfulfillable'];
  @Nested(() => OfferOverdueRules, { description: 'What is not set here happens to no enrollment' })
  overdue: OfferOverdueRules;
}
