const PROGRAMS = 1_000;
const COHORTS = 2_000;
const ENROLLMENTS = 100_000;
/** Of what belongs to enrollments and of the trail. */
const MANY = 50_000;
const SOME = 20_000;
const COURSES = MANY;
const PATHS = SOME;
/** Enrollments of one cohort more, besides those that are spread. */
const CROWD = 20_000;
const SPREAD_MEMBERS = 2_000;
/** Of one program, with 500 lessons each: as many as there may be. The other courses are empty. */
const FULL_COURSES = 50;
const SECTIONS = 10 * FULL_COURSES;
const LESSONS = 500 * FULL_COURSES;
export const MEMBERS = SPREAD_MEMBERS + CROWD;

/** SQL that computes a row's id from its number, so that the rows of one table can name those of another. */
export const idOf = (table: string, number: number | string) =>
  `md5($1::uuid::text || '${table}' || (${number}))::uuid`;

/** One of `count` rows of a table for the row `n`. */
const spread = (table: string, count: number) => idOf(table, `1 + n % ${count}`);

/** What each table holds: how many rows, and its columns as SQL over the row's number `n`. */
export const tables = (owner: string, at: string): [string, number, Record<string, string>][] => {
  const now = `'${at}'::timestamptz`;
  const past = `${now} - n * interval '1 minute'`;
  const account = `'${owner}'::uuid`;
  const stamps = { created_at: now, updated_at: now };
  const some = (rare: string, usual: string) => `case when n % 100 = 0 then '${rare}' else '${usual}' end`;
  const enrollment_id = spread('enrollments', ENROLLMENTS);
  return [
    [
      'members',
      MEMBERS,
      {
        account_id: idOf('accounts', 'n'),
        name: `'Member ' || n`,
        role: some('ADMIN', 'MEMBER'),
        status: some('detached', 'active'),
        created_at: now,
        external_id: `'S-' || n`,
      },
    ],
    ['member_search_words', MEMBERS, { member_id: idOf('members', 'n'), word: `md5('word' || n)` }],
    ['programs', PROGRAMS, { name: `'Program ' || n`, status: some('archived', 'active'), ...stamps }],
    [
      'cohorts',
      COHORTS,
      {
        program_id: spread('programs', PROGRAMS),
        name: `'Cohort ' || n`,
        status: some('draft', 'active'),
        timezone: `'UTC'`,
        ...stamps,
      },
    ],
    ['cohort_phases', COHORTS, { cohort_id: idOf('cohorts', 'n'), name: `'Foundations'`, position: '1' }],
    [
      'enrollments',
      ENROLLMENTS + CROWD,
      {
        cohort_id: `case when n > ${ENROLLMENTS} then ${idOf('cohorts', COHORTS)} else ${spread('cohorts', COHORTS)} end`,
        // Nobody has two seats in a cohort: the crowd are members of their own.
        member_id: idOf(
          'members',
          `case when n > ${ENROLLMENTS} then ${SPREAD_MEMBERS} + n - ${ENROLLMENTS}
                else 1 + (n % ${COHORTS} + n / ${COHORTS}) % ${SPREAD_MEMBERS} end`,
        ),
        status: `case when n > ${ENROLLMENTS} then 'completed' when n % 1000 = 0 then 'failed'
                      when n % 10 = 0 then 'paused' else 'active' end`,
        enrolled_at: now,
        updated_at: now,
      },
    ],
    [
      'responsibilities',
      MEMBERS,
      {
        member_id: idOf('members', 'n'),
        role: `case when n % 100 = 0 then 'reviewer' else 'coach' end`,
        scope: some('program', 'enrollment'),
        program_id: `case when n % 100 = 0 then ${spread('programs', PROGRAMS)} end`,
        enrollment_id: `case when n % 100 <> 0 then ${idOf('enrollments', 'n')} end`,
        started_at: now,
      },
    ],
    [
      'courses',
      COURSES,
      {
        program_id: `case when n <= ${FULL_COURSES} then ${idOf('programs', 3)} else ${spread('programs', PROGRAMS)} end`,
        title: `'Course ' || n`,
        position: `case when n <= ${FULL_COURSES} then n else n / ${PROGRAMS} end`,
        status: `case when n > ${FULL_COURSES} and n % 100 = 0 then 'draft' else 'published' end`,
        published_count: `case when n <= ${FULL_COURSES} then ${LESSONS / FULL_COURSES} else 0 end`,
        required_count: `case when n <= ${FULL_COURSES} then ${LESSONS / FULL_COURSES} else 0 end`,
        created_by: account,
        published_at: now,
        ...stamps,
      },
    ],
    [
      'course_sections',
      SECTIONS,
      {
        course_id: spread('courses', FULL_COURSES),
        title: `'Week ' || n`,
        position: `1 + n / ${FULL_COURSES}`,
        availability_kind: `'after_enrollment'`,
        available_days: 'n % 100',
        published_count: `${LESSONS / SECTIONS}`,
        status: `'active'`,
        ...stamps,
      },
    ],
    [
      'lessons',
      LESSONS,
      {
        course_id: spread('courses', FULL_COURSES),
        section_id: spread('course_sections', SECTIONS),
        number: `(n - 1) / ${FULL_COURSES}`,
        title: `'Lesson ' || n`,
        kind: `'text'`,
        body: `'Ask what the learner sees.'`,
        required: 'true',
        completion: `'self'`,
        position: `1 + n / ${SECTIONS}`,
        status: `'published'`,
        published_at: now,
        ...stamps,
      },
    ],
    ['course_blocks', FULL_COURSES, { course_id: idOf('courses', 'n'), block: '0', counted: `(~0::bit(512))` }],
    [
      'course_progress',
      40 * FULL_COURSES,
      {
        enrollment_id: idOf('enrollments', `1 + ${COHORTS} * (1 + n % 40)`),
        course_id: idOf('courses', `1 + n / 40 % ${FULL_COURSES}`),
        block: '0',
        completed: `set_bit(0::bit(512), n % 500, 1)`,
      },
    ],
    [
      'lesson_completions',
      5_000,
      {
        // Enrollments of the second cohort, which is one of the program with the courses.
        enrollment_id: idOf('enrollments', `1 + ${COHORTS} * (1 + n % 40)`),
        course_id: spread('courses', FULL_COURSES),
        lesson_id: idOf('lessons', 'n'),
        completed_at: now,
        completed_by: account,
        by_member: 'true',
        created_at: now,
      },
    ],
    ['enrollment_notes', SOME, { enrollment_id, body: `'Spoke'`, written_by: account, written_at: past }],
    [
      'blockers',
      SOME,
      {
        enrollment_id,
        title: `'No laptop'`,
        urgency: some('urgent', 'normal'),
        status: `'open'`,
        opened_by: account,
        opened_at: past,
      },
    ],
    ['coaching_sessions', SOME, { enrollment_id, status: `'held'`, held_at: past, created_by: account, ...stamps }],
    [
      'interventions',
      MANY,
      {
        enrollment_id,
        reason: `'late'`,
        title: `'Call'`,
        channel: `'call'`,
        // Half are the OWNER's, and most of those are still ahead.
        owner_account_id: `case when n % 2 = 0 then ${account} else ${spread('accounts', MEMBERS)} end`,
        due_at: `case when n % 10 = 0 then ${past} else ${now} + n * interval '1 minute' end`,
        expected_outcome: `'A date'`,
        status: some('cancelled', 'planned'),
        planned_by: account,
        planned_at: now,
      },
    ],
    [
      'member_tasks',
      MANY,
      {
        enrollment_id: idOf('enrollments', 'n'),
        title: `'Plan'`,
        status: `'published'`,
        due_at: past,
        created_by: account,
        ...stamps,
      },
    ],
    [
      'deliverables',
      MANY,
      {
        member_task_id: idOf('member_tasks', 'n'),
        title: `'Plan'`,
        accepted_formats: `'[{"kind":"link","mimeTypes":[]}]'::jsonb`,
        expected_reviewer_role: `(array['program_director', 'coach', 'reviewer'])[1 + n % 3]`,
        status: `'active'`,
        ...stamps,
      },
    ],
    [
      'submissions',
      MANY,
      {
        deliverable_id: idOf('deliverables', 'n'),
        member_task_id: idOf('member_tasks', 'n'),
        enrollment_id: idOf('enrollments', 'n'),
        kind: `'link'`,
        url: `'https://example.com'`,
        status: `case when n % 4 = 0 then 'accepted' else 'pending' end`,
        submitted_by: account,
        submitted_at: past,
      },
    ],
    [
      'submission_reviews',
      MANY / 5,
      { submission_id: idOf('submissions', 'n * 4'), verdict: `'accepted'`, reviewed_by: account, reviewed_at: now },
    ],
    [
      'groups',
      5_000,
      {
        name: `'Group ' || n`,
        type: some('level', 'accountability'),
        scope: `case when n % 100 = 0 then 'organization' when n % 100 = 1 then 'cohort' else 'program' end`,
        program_id: `case when n % 100 <> 0 then ${idOf('programs', `1 + (1 + n % ${COHORTS} ) % ${PROGRAMS}`)} end`,
        cohort_id: `case when n % 100 = 1 then ${spread('cohorts', COHORTS)} end`,
        created_by: account,
        ...stamps,
      },
    ],
    ['group_memberships', SOME, { group_id: spread('groups', 5_000), enrollment_id, started_at: now }],
    [
      'live_sessions',
      SOME,
      {
        title: `'Live'`,
        starts_at: past,
        ends_at: past,
        timezone: `'UTC'`,
        status: some('cancelled', 'scheduled'),
        created_by: account,
        ...stamps,
      },
    ],
    [
      'live_session_cohorts',
      SOME,
      { live_session_id: idOf('live_sessions', 'n'), cohort_id: spread('cohorts', COHORTS) },
    ],
    [
      'attendances',
      SOME,
      {
        live_session_id: idOf('live_sessions', 'n'),
        enrollment_id,
        status: `'absent'`,
        recorded_by: account,
        recorded_at: now,
      },
    ],
    [
      'media',
      5_000,
      {
        kind: some('image', 'video'),
        title: `'Media'`,
        mime_type: `'video/mp4'`,
        url: `'https://example.com'`,
        created_by: account,
        created_at: now,
      },
    ],
    [
      'video_resources',
      900,
      {
        program_id: spread('programs', 10),
        kind: `'replay_other'`,
        category: some('replay', 'video'),
        title: `'Giving feedback ' || n`,
        tags: `array['tag' || n % 50]`,
        tag_keys: `array['tag' || n % 50]`,
        status: some('unpublished', 'published'),
        created_by: account,
        published_at: now,
        ...stamps,
      },
    ],
    [
      'video_resource_videos',
      900,
      { video_resource_id: idOf('video_resources', 'n'), media_id: idOf('media', 'n'), position: '1' },
    ],
    [
      'video_questions',
      SOME,
      {
        program_id: spread('programs', PROGRAMS),
        enrollment_id,
        body: `'How do I begin?'`,
        status: some('declined', 'open'),
        asked_at: past,
      },
    ],
    [
      'paths',
      PATHS,
      {
        program_id: spread('programs', PROGRAMS),
        name: `'Path ' || n`,
        status: some('draft', 'active'),
        sequential: 'n % 2 = 0',
        is_default: `n <= ${PROGRAMS} and n % 100 <> 0`,
        ...stamps,
      },
    ],
    // Courses of the path's program.
    [
      'path_courses',
      MANY,
      {
        path_id: idOf('paths', `1 + (n - 1) % ${PATHS}`),
        course_id: idOf('courses', `1 + (n - 1 + ${PROGRAMS} * (n / ${PATHS})) % ${COURSES}`),
        position: `1 + n / ${PATHS}`,
      },
    ],
    [
      'enrollment_paths',
      ENROLLMENTS,
      {
        enrollment_id: idOf('enrollments', 'n'),
        // Not those that have begun the full courses.
        path_id: `case when (n - 1) % ${COHORTS} <> 0 then ${spread('paths', PATHS)} end`,
        since: now,
      },
    ],
    [
      'provider_events',
      SOME,
      {
        ...{ kind: `'stripe'`, source: `'event'`, event_id: `'evt_' || n`, type: `'refund.created'`, attempts: '0' },
        ...{ outcome: some('unmatched', 'applied'), received_at: past, ...stamps },
      },
    ],
    [
      'audit_entries',
      MANY,
      {
        action: some('program.restored', 'note.created'),
        target_type: some('program', 'note'),
        target_id: spread('programs', PROGRAMS),
        actor_id: `case when n % 100 = 0 then ${idOf('accounts', '1')} else ${account} end`,
        correlation_id: `'request ' || n`,
        changes: `'{}'::jsonb`,
        occurred_at: past,
      },
    ],
    [
      'events',
      MANY,
      {
        name: some('program.restored', 'note.created'),
        data: `'{}'::jsonb`,
        correlation_id: `'large'`,
        occurred_at: past,
      },
    ],
  ];
};
