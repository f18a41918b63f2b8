import { plural } from './words.js';

/** Calendars elsewhere, whose times are kept out of what can be booked. */
export const calendarConnections = {
  title: 'Calendar connections',
  about:
    'Times that your own calendars take are not offered for booking. Only when you are busy is read: no titles, places or guests.',
  aboutAll:
    'Times that somebody’s own calendars take are not offered for booking. Only when they are busy is read, and which calendars they have is shown to them alone.',
  empty: 'No calendar is connected: appointments elsewhere do not keep times from being booked.',
  notByThisKey:
    'Calendars are connected by a person for themselves. A session key cannot do it: sign in yourself, or open the console with an API key of your own.',
  calendar: 'Calendar',
  member: 'Member',
  calendars: 'Calendars read',
  lastRead: 'Last read',
  providers: {
    google: 'Google Calendar',
    microsoft: 'Microsoft 365 or Outlook',
    caldav: 'CalDAV server',
  },
  writes: 'Bookings are written into a calendar of their own there.',
  notShown: 'shown to their member alone',
  noneSelected: 'None: nothing is kept from being booked.',
  noneThere: 'None was found there.',
  notRead: 'not yet',
  unreadable: (count: number) =>
    `${plural(count, 'entry', 'entries')} could not be read: ${count === 1 ? 'its time' : 'their times'} can still be booked.`,
  states: {
    checking: 'The service is signing in there. This takes a few seconds.',
    own: {
      consenting: 'You have not agreed there yet, or the service is signing in.',
      unfinished: 'This was not finished within ten minutes. Disconnect it and connect again.',
    },
    other: {
      consenting: 'They have not agreed there yet, or the service is signing in.',
      unfinished: 'This was not finished within ten minutes.',
    },
    withheld:
      'As it is not known when you are busy, no times of yours are offered meanwhile, unless your availability says otherwise.',
    withheldOf: 'No times of this member are offered meanwhile, unless their availability says otherwise.',
  },
  availability: 'My availability',
  /** What is wrong, by the reason of the failure. */
  failures: {
    refused:
      'The calendar service refused the sign-in: the user name or password is wrong, or the access was withdrawn there.',
    consent_missing: 'Less access was granted than is needed.',
    dns_blocked: 'The address of the server was not found, or is one that the service may not use.',
    connect_failed: 'The server did not accept a connection. It may be down, or the address is wrong.',
    tls_failed: 'No secure connection to the server was possible: its certificate is wrong or has expired.',
    timeout: 'The server took too long to answer.',
    throttled: 'The server refuses requests for now, as there were too many.',
    bad_response: 'The server answered something that is no calendar.',
    too_large: 'There is too much to read: more than 5,000 entries, 5 MB, or 2,000 times of one entry.',
    secret_unreadable: 'The service can no longer decrypt the stored access.',
  },
  /** What its member can do about it, where that is more than to wait. */
  whatToDo: {
    refused: null,
    consent_missing: 'Disconnect it, connect again, and leave all boxes ticked when you are asked.',
    dns_blocked: 'If it is right, ask your operator.',
    connect_failed: null,
    tls_failed: 'Whoever runs the server must renew it.',
    timeout: null,
    throttled: null,
    bad_response: 'Check that the address is that of a CalDAV server.',
    too_large: 'Choose other calendars.',
    secret_unreadable: 'Enter the password again, or connect again; if it goes on, tell your operator.',
  },
  refusedNext: {
    caldav: 'It is not tried again until you enter the password anew.',
    google: 'It is not tried again: disconnect it and connect again.',
    microsoft: 'It is not tried again: disconnect it and connect again.',
  },
  since: 'Since',
  attempts: (count: number) => plural(count, 'attempt', 'attempts'),
  again: 'It is tried again by itself, after 1, 5 and 30 minutes, then every hour.',
  connect: 'Connect a calendar',
  connectAbout:
    'The service reads when you are busy and keeps nothing else. You choose afterwards which of your calendars count.',
  label: 'Name',
  labelHint: 'For yourself, such as “Work”.',
  provider: 'Where the calendar is',
  providerHint: 'For Google and Microsoft you go there to agree, and come back. For others, enter how to sign in.',
  url: 'Address of the server',
  urlHint: 'Such as https://dav.example.com/. It cannot be changed later.',
  username: 'User name',
  password: 'Password',
  passwordHint: 'Best one for this purpose alone, an “app password”. It is stored encrypted and never shown.',
  writeBookings: 'Write my bookings into a calendar there',
  writeBookingsHint: 'The service makes a calendar for them and changes no other. Nobody is invited.',
  connected: 'The connection is saved. The service is signing in there.',
  goingThere: 'You are being taken there to agree.',
  lostUrl:
    'An earlier attempt made this connection, and its answer got lost: where to agree cannot be shown again. Disconnect it and connect once more.',
  named: (action: string, label: string) => `${action}: ${label}`,
  choose: 'Choose calendars',
  chooseAbout: (most: number) =>
    `Times that these calendars take are not offered, at most ${plural(most, 'calendar', 'calendars')}. Without any, nothing is kept from being booked.`,
  chosen: 'The calendars are chosen, and are being read.',
  edit: 'Edit',
  edited: 'The connection is changed.',
  newPassword: 'Enter a new password',
  passwordSaved: 'The password is saved. The service is signing in there.',
  disconnect: 'Disconnect',
  disconnectAbout: (label: string) =>
    `${label}: its times are forgotten at once and can be booked again. A calendar that the service made there is removed, and the stored access is deleted within 24 hours.`,
  disconnectMicrosoft: 'At Microsoft, also remove the app in your account.',
  disconnected: 'The calendar is disconnected.',
  /** The page to which Google and Microsoft lead back. */
  back: {
    title: 'Connecting a calendar',
    confirmed: 'The calendar is connected. The service is signing in there.',
    nothing: 'There is nothing to confirm here, or the page was loaded again.',
    denied: 'Access was not granted, so no calendar is connected.',
    notYours:
      'This was begun by somebody else, so nothing is connected. If somebody sent you a link to here, do not follow it again. If you began it yourself, sign in as the same member and connect again.',
    tooLate: 'It took longer than ten minutes, or was confirmed before, so nothing was changed.',
    settled: 'This connection is confirmed already, or was disconnected meanwhile.',
    next: 'See under calendar connections how it stands. Disconnect what was not finished, and connect again.',
    toConnections: 'To the calendar connections',
  },
};
