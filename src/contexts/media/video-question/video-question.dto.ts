import { Instant, OneOf, Text, Uuid, WholeNumber } from '#kernel/fields';
import { ANSWER_VISIBILITIES, QUESTION_STATUSES } from './video-question.entity.js';

/** A question as the member who asked it gets it: without the name of the person who answered. */
export class MyVideoQuestion {
  @Uuid({ description: 'Video question identifier' }) id: string;
  @Uuid({ description: "The program of the enrollment's cohort" }) programId: string;
  @Uuid({ description: 'The enrollment that it was asked on' }) enrollmentId: string;
  @Text({ description: 'Display name of the member who asked', example: 'Ada Lovelace' }) memberName: string;
  @Uuid({ nullable: true, description: 'The video resource that it is about' }) videoResourceId: string | null;

  @WholeNumber({ nullable: true, description: 'Position in the video, in seconds', example: 95 })
  positionSeconds: number | null;

  @Text({ description: 'The question', example: 'How do I begin?' }) body: string;
  @OneOf(QUESTION_STATUSES, { description: 'open until it is answered, declined or withdrawn' }) status: string;

  @OneOf(ANSWER_VISIBILITIES, { nullable: true, description: 'Who may see the videos; null until it is answered' })
  visibility: string | null;

  @Text({ nullable: true, description: 'The answer as a text', example: 'Begin with what went well.' })
  answerText: string | null;

  @Uuid({ nullable: true, description: 'The answer as videos: a video resource' }) answerVideoResourceId: string | null;
  @Instant({ nullable: true, description: 'Time of the answer, UTC' }) answeredAt: string | null;
  @Text({ nullable: true, description: 'Why it was declined', example: null }) declineReason: string | null;
  @Instant({ description: 'Time of the question, UTC' }) askedAt: string;
}

export class VideoQuestion extends MyVideoQuestion {
  @Uuid({ nullable: true, description: 'Account that answered it' }) answeredBy: string | null;
  @Text({ nullable: true, description: 'Display name of the account that answered it' }) answeredByName: string | null;
}
