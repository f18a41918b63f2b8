import { number } from './words.js';

/** Addresses at which anybody answers a form, without an account. */
export const intakeLinks = {
  title: 'Intake links',
  of: (form: string) => `Intake links: ${form}`,
  about:
    'Whoever has the address of a link can answer the form, without an account. It is for a page of your own: that reads the questions there, and sends the answers to the same address, followed by /responses.',
  empty: 'The form has no intake links: it is answered by those alone who are asked to.',
  link: 'Intake link',
  by: 'Received by',
  named: (name: string) => `Intake link ${name}`,
  nobody: 'nobody yet',
  name: 'Name',
  nameHint: 'For the staff: those who answer do not see it.',
  address: 'Address',
  copyOf: (name: string) => `Copy the address of ${name}`,
  ends: 'Ends',
  endsHint: 'Left empty, it stays open until it is closed by hand.',
  byHand: 'by hand',
  received: 'Received',
  receivedOf: (received: number, most: number | null) =>
    most === null ? number(received) : `${number(received)} of ${number(most)}`,
  most: 'Responses at most',
  mostHint: 'Left empty, there may be any number.',
  retention: 'Days kept',
  retentionHint: 'After so many days, texts are removed from a response that was linked to nobody.',
  version: 'Version',
  responsesOf: (name: string) => `: responses by ${name}`,
  create: 'Create an intake link',
  createAbout: 'It is open at once. Its version stays the same when another one is published.',
  created: 'The intake link is created.',
  close: 'Close',
  closeOf: (name: string) => `Close the intake link ${name}`,
  closeTitle: 'Close the intake link',
  closeAbout: 'Nobody can answer at its address any more, and it cannot be opened again. Its responses stay.',
  closed: 'The intake link is closed.',
  toEnrollment: 'Link to an enrollment',
  toEnrollmentAbout:
    'Says whose response it is: whoever reaches the enrollment reads it then. It cannot be linked to another one afterwards.',
  enrollment: 'Enrollment',
  linked: 'The response is linked to the enrollment.',
};
