import type { TimelineSource } from './timeline-source.js';

/** Lessons whose completion was taken back are not there any more. */
export const LEARNING_SOURCES: readonly TimelineSource[] = [
  {
    kind: 'lesson.completed',
    from: 'lesson_completions i',
    at: 'i.completed_at',
    recordedAt: 'i.created_at',
    resource: 'lesson',
    resourceId: 'i.lesson_id',
    actor: 'i.completed_by',
    text: { titleOf: 'i.lesson_id' },
    outcome: `'completed'`,
  },
  {
    kind: 'course.completed',
    from: 'course_completions i',
    at: 'i.completed_at',
    recordedAt: 'i.created_at',
    resource: 'course',
    resourceId: 'i.course_id',
    actor: null,
    text: { titleOf: 'i.course_id' },
    outcome: `'completed'`,
  },
  {
    kind: 'video_question.asked',
    from: 'video_questions i',
    at: 'i.asked_at',
    resource: 'video_question',
    actor: null,
    text: 'i.body',
    outcome: 'i.status',
  },
  {
    kind: 'video_question.answered',
    from: 'video_questions i',
    at: 'i.answered_at',
    resource: 'video_question',
    actor: 'i.answered_by',
    text: 'i.answer_text',
    outcome: `'answered'`,
  },
];
