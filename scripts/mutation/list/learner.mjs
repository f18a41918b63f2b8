/** What enrolled members see of the video library, ask, register and report. */
const VISIBLE = 'src/contexts/media/video-resource/visible-to-person.ts';
const MY_VIDEOS = 'test/media/my-videos.e2e-spec.ts';

export default [
  {
    id: 'my-videos-audience',
    removes: 'the limit of a private answer to the person who asked',
    file: VISIBLE,
    from: '(${v}.audience_enrollment_id is null or',
    to: '(true or',
    tests: MY_VIDEOS,
    titles: ['are for the person who asked alone'],
  },
  {
    id: 'my-videos-published',
    removes: 'the limit to published video resources',
    file: VISIBLE,
    from: "${v}.status = 'published'",
    to: '${v}.status is not null',
    tests: MY_VIDEOS,
    titles: ['are the published ones of their programs'],
  },
  {
    id: 'my-videos-left',
    removes: 'the limit to programs that the person neither withdrew from nor failed',
    file: VISIBLE,
    from: "e.status not in ('withdrawn', 'failed') and ",
    to: '',
    tests: MY_VIDEOS,
    titles: ['of a program in which their only enrollment is'],
  },
  {
    id: 'reported-blocker-audit',
    removes: 'the omission of the title from the audit entry of a reported blocker',
    file: 'src/contexts/follow-up/blocker/blocker.service.ts',
    from: 'reportedByMember ? { enrollmentId, urgency } : ',
    to: '',
    tests: 'test/follow-up/my-blockers.e2e-spec.ts',
    titles: ['leaves no title in audit entry and event'],
  },
];
