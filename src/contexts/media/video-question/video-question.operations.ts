import { refusal, refusedUnless, refusedIn } from '#kernel/errors';
import { reachableThroughEnrollment, ENROLLMENT_STATUSES } from '#contexts/enrollments/enrollments.public.js';
import { administratorsAndCoaches, enrollmentStaff, everyMember } from '#kernel/access';
import { OneOf, Uuid } from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import { resource } from '#kernel/operations';
import { declareEvent } from '#kernel/events';
import { mediaTables } from '../media.tables.js';
import { publishVideoResource } from '../video-resource/video-resource.operations.js';
import {
  AnswerVideoQuestionRequest,
  AskVideoQuestionRequest,
  DeclineVideoQuestionRequest,
  VideoQuestionQuery,
} from './video-question-request.dto.js';
import { MyVideoQuestion, VideoQuestion } from './video-question.dto.js';
import { ANSWER_VISIBILITIES, QUESTION } from './video-question.entity.js';
import { answerableVideoQuestion, ownVideoQuestion } from './video-question.policy.js';

export const MAX_OPEN_QUESTIONS = 20;
/** Each of them leaves a question; without a bound, asking and withdrawing would have none. */
export const MAX_WITHDRAWN_QUESTIONS = 100;

export const questionLimit = refusal(
  'question_limit',
  `The enrollment has ${MAX_OPEN_QUESTIONS} open questions, the maximum.`,
);
export const withdrawnLimit = refusal(
  'withdrawn_limit',
  `The enrollment has ${MAX_WITHDRAWN_QUESTIONS} withdrawn questions, the maximum.`,
);
const notOpen = QUESTION.refusalsUnless('open');

export class VideoQuestionEvent {
  @Uuid() videoQuestionId: string;
  @Uuid() enrollmentId: string;
  @Uuid() programId: string;
}

class VideoQuestionAsked extends VideoQuestionEvent {}
class VideoQuestionDeclined extends VideoQuestionEvent {}
class VideoQuestionWithdrawn extends VideoQuestionEvent {}

class VideoQuestionAnswered extends VideoQuestionEvent {
  @Uuid({ nullable: true }) answerVideoResourceId: string | null;
  @OneOf(ANSWER_VISIBILITIES) visibility: string;
}

const ownQuestions = resource({
  noun: 'video question',
  path: '/me/video-questions/:videoQuestionId',
  response: MyVideoQuestion,
  target: ownVideoQuestion,
  read: everyMember,
  write: everyMember,
});

export const askVideoQuestion = ownQuestions.create({
  name: 'ask_video_question',
  keyScope: 'account',
  summary: 'Ask a video question',
  description:
    `On an active enrollment of the caller's own, which has at most ${MAX_OPEN_QUESTIONS} open questions. It may be about ` +
    'a published video resource of a program in which the person has an enrollment that is neither withdrawn nor failed.',
  body: AskVideoQuestionRequest,
  event: declareEvent('video_question.asked', 'An enrolled member asked a question.', VideoQuestionAsked),
  refusals: {
    400:
      "The Idempotency-Key is missing, a field is invalid, the enrollment is not the caller's own, or the caller may " +
      'not see the video resource.',
  },
  reasons: [...refusedUnless('enrollment', ['active'], ENROLLMENT_STATUSES), questionLimit, withdrawnLimit],
});

export const listMyVideoQuestions = ownQuestions.list({
  name: 'list_my_video_questions',
  summary: "List the caller's own video questions",
  description: "On all of the caller's enrollments, newest first, with the answers.",
  query: PageQuery,
  mayLag: true,
  refusals: { 400: 'limit or cursor is invalid.' },
});

export const withdrawVideoQuestion = ownQuestions.command('withdraw', {
  leadsTo: 'withdrawn',
  keyScope: 'account',
  description: 'The enrollment may have any status.',
  event: declareEvent('video_question.withdrawn', 'An enrolled member withdrew a question.', VideoQuestionWithdrawn),
  reasons: notOpen,
});

const questions = resource({
  noun: 'video question',
  path: '/video-questions/:videoQuestionId',
  response: VideoQuestion,
  target: reachableThroughEnrollment('video question', mediaTables, 'video_questions'),
  read: enrollmentStaff,
  write: administratorsAndCoaches,
});

export const listVideoQuestions = questions.list({
  description: 'Those on enrollments that the caller reaches, newest first; with status=open, oldest first.',
  query: VideoQuestionQuery,
  mayLag: true,
});

export const getVideoQuestion = questions.get({ description: 'In any status, with its answer once there is one.' });

const ANSWERING_FORBIDDEN =
  `${administratorsAndCoaches.forbidden} Also returned when the caller reaches the enrollment as a program_director ` +
  'only.';

export const answerVideoQuestion = questions.command('answer', {
  leadsTo: 'answered',
  target: answerableVideoQuestion,
  description:
    'With videos, a video resource of kind video_answer is published in the program. With visibility private, only ' +
    'staff and the member who asked may see it.',
  body: AnswerVideoQuestionRequest,
  event: declareEvent('video_question.answered', 'A question was answered.', VideoQuestionAnswered),
  alsoEvents: [publishVideoResource.event.name],
  refusals: {
    400:
      'The Idempotency-Key is missing, a field is invalid, text and videos are both missing, a video or the thumbnail ' +
      'is not registered media of the required kind, or a video is repeated.',
    403: ANSWERING_FORBIDDEN,
  },
  reasons: [...notOpen, ...refusedIn('program', ['archived'], 400)],
});

export const declineVideoQuestion = questions.command('decline', {
  leadsTo: 'declined',
  description: 'The member sees the reason. An open question only.',
  target: answerableVideoQuestion,
  body: DeclineVideoQuestionRequest,
  event: declareEvent('video_question.declined', 'A question was declined.', VideoQuestionDeclined),
  refusals: { 403: ANSWERING_FORBIDDEN },
  reasons: notOpen,
});
