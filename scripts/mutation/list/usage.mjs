/** The usage of API keys, and the settings of the organization. */
const COUNTS = 'src/kernel/authentication/usage-counts.ts';
const HOURS = 'src/contexts/tasks/submission/review-due-hours.ts';
const USAGE_SPEC = 'test/identity/api-usage.e2e-spec.ts';
const SETTINGS_SPEC = 'test/identity/organization-settings.e2e-spec.ts';

export default [
  {
    id: 'usage-last-on-stop',
    removes: 'the last write of the usage, when the process stops',
    file: COUNTS,
    from: 'clearInterval(this.timer);\n    await this.write();',
    to: 'clearInterval(this.timer);',
    tests: USAGE_SPEC,
    titles: ['is added to what was written before, also by several processes at once'],
  },
  {
    id: 'usage-added-up',
    removes: 'the addition to what was written before',
    file: COUNTS,
    from: 'count = api_usages.count + excluded.count',
    to: 'count = excluded.count',
    tests: USAGE_SPEC,
    titles: ['is added to what was written before, also by several processes at once'],
  },
  {
    id: 'organization-review-hours',
    removes: 'the hours that the organization set',
    file: HOURS,
    from: 'organization.hours ?? REVIEW_DUE_HOURS',
    to: 'REVIEW_DUE_HOURS',
    tests: SETTINGS_SPEC,
    titles: [
      'decides when a review is overdue: in the cockpit, its members, overviews, briefings and the list of reviews',
    ],
  },
];
