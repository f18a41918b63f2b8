import { number } from './words.js';

/** When places of a cohort are sold, and how many. */
export const salesAvailability = {
  title: 'Sales availability',
  hint: 'When places of this cohort are sold, and how many of them.',
  opensAt: 'Sold from',
  opensHint: 'Empty: at once.',
  closesAt: 'Sold until',
  closesHint: 'Empty: no end.',
  always: 'at any time',
  keptBack: 'Seats kept back',
  keptBackHint: 'They are not sold; whoever you enroll yourself may get them.',
  occupancy: 'Enrolled',
  held: 'Kept for reserved sales',
  available: 'Left to sell',
  noLimit: 'no limit',
  count: (count: number) => number(count),
  offer: 'Offer',
  onSale: 'On sale',
  offers: 'Offers of its places',
  noOffers: 'No offer sells its places.',
  set: 'Set the sales availability',
  setAbout: 'What was reserved or sold before stays.',
  done: 'The sales availability is set.',
};
