/** The tags of the operations, in groups, in the order in which a reader needs them. */
const GROUPS: Record<string, Record<string, string>> = {
  'People and access': {
    Me: 'Whom the API key stands for, and what is their own as an enrolled person.',
    Organization: 'The organization of the API key, and its settings.',
    Members: 'The people of the organization, with their role: OWNER, ADMIN or MEMBER.',
    'People imports': 'Lists of people, as rows or a CSV file: judged first, then committed as a whole.',
    Responsibilities: 'Who directs programs, coaches and reviews, and where.',
    'Sign-in': 'Who has signed in, and how people get in: by invitations, passkeys and an identity provider.',
    'API keys': 'Keys of members, optionally restricted by scopes. The secret is shown once.',
  },
  'Programs and cohorts': {
    Programs: 'What is taught. Cohorts run a program.',
    Cohorts: 'A run of a program with dates, phases and seats; its cockpit shows who needs attention.',
    Groups: 'Groups of members for levels, specialties and accountability.',
    Enrollments: 'Members in cohorts: their status, timeline, briefing, and transfer to another cohort.',
  },
  Learning: {
    Courses: 'Courses of a program, with their sections: drafts, published, archived.',
    Lessons: 'What a course teaches: texts, videos, files and links.',
    Milestones: 'What members of a program are to reach, and who has reached it.',
    Paths: 'Courses of a program in an order of their own, for the enrollments that follow it.',
    Progress: 'What an enrollment has completed of its plan.',
    'Outcome measures': 'What enrollments of a program are measured by.',
    Outcomes: 'Baselines, targets and readings of an enrollment, and what has changed.',
    Forms: 'What people are asked: drafts, and versions that never change.',
    'Form assignments': 'Who is asked to answer a form, until when, and how far they are.',
    'Form responses': 'What people have answered.',
  },
  'Work of members': {
    'Cohort tasks': 'Tasks that are given to a whole cohort.',
    'Member tasks': 'Tasks of one enrollment.',
    'Deadline extensions': 'Extra time, with a reason.',
    Deliverables: 'What a task asks to be handed in.',
    Submissions: 'What members hand in: a file or a link.',
    Reviews: 'Submissions that wait for a verdict, and the verdicts.',
  },
  Coaching: {
    Interventions: 'What somebody does about an alert, until it is closed with its outcome.',
    Blockers: 'What keeps a member from going on.',
    'Coaching sessions': 'Planned and held sessions with one member.',
    Availability: 'When a member can be booked.',
    'Booking types': 'What hosts offer to be booked for, on which terms.',
    'Calendar connections': 'Calendars of members at other services: their times are taken into account.',
    'Calendar feeds': 'Calendars of members, which calendar programs read by their URL.',
    Bookings: 'Slots that can be booked, and bookings of enrollments.',
    Notes: 'Notes of the staff on an enrollment.',
  },
  'Live sessions and media': {
    'Live sessions': 'Sessions for a cohort, and who attended.',
    Media: 'Videos, images and files that are stored elsewhere and registered here.',
    'Video library': 'Replays and videos, published for a program.',
    'Video questions': 'Questions of enrolled members, and the answers as texts or videos.',
  },
  Community: {
    Spaces: 'Where the people of an organization, program, cohort or group talk, and what is new for the caller.',
    Posts: 'Posts in a space, comments, reactions, and reports.',
    Moderation: 'Reported posts and the decisions on them, and who may only read.',
  },
  Selling: {
    Offers: 'Places in a program as they are sold, with their terms.',
    'Sales availability': 'When places of a cohort are sold, and how many are left.',
    Closers: 'Members who sell, and how they take turns.',
    Prospects: 'People who may buy, and whose they are.',
    'Sales calls': 'Calls of closers with prospects: slots, bookings, and what came of them.',
    Sales: 'One person and one offer, from the proposal to the last payment.',
    Payments: 'Money that came for sales, and what of it went back.',
    'Payment providers': 'The connection with the provider that takes payments, and its events.',
  },
  'Events and audit': {
    Webhooks:
      'Subscriptions to events, their verification, deliveries and redelivery, and the requests that they send.',
    'Event feeds': 'Subscriptions that a program reads at its own pace, in one order.',
    'Reminder rules': 'When the service tells, by an event, that something is due.',
    Events: 'What happened, as it is sent to webhook subscriptions.',
    Audit: 'Who changed what, when and with which API key.',
    Erasures: 'The removal of what is stored about a former member, approved by a second person.',
    Exports: 'Rows of the organization as CSV or JSON lines, and links to the files.',
  },
};

/** The members `tags` and `x-tagGroups` of the document. */
export function documentedTags(): object {
  const tags = Object.values(GROUPS).flatMap((group) =>
    Object.entries(group).map(([name, description]) => ({ name, description })),
  );
  const groups = Object.entries(GROUPS).map(([name, group]) => ({ name, tags: Object.keys(group) }));
  return { tags, 'x-tagGroups': groups };
}
