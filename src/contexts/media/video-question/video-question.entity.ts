import { Column, Entity } from 'typeorm';
import { RedactedColumn, TenantEntity } from '#kernel/persistence';
import { lifecycle } from '#kernel/work';

export const QUESTION_STATUSES = ['open', 'answered', 'declined', 'withdrawn'] as const;
export type QuestionStatus = (typeof QUESTION_STATUSES)[number];

/** The audience of an answer's videos: the person who asked, or everybody in the program. */
export const ANSWER_VISIBILITIES = ['private', 'program'] as const;
export type AnswerVisibility = (typeof ANSWER_VISIBILITIES)[number];

export const QUESTION = lifecycle<QuestionStatus>('question', {
  open: ['answered', 'declined', 'withdrawn'],
  answered: [],
  declined: [],
  withdrawn: [],
});

/** A question that an enrolled member asked, for instance about a video. */
@Entity({ name: 'video_questions' })
export class VideoQuestionEntity extends TenantEntity {
  /** The program of the enrollment's cohort. */
  @Column({ type: 'uuid' }) programId: string;
  @Column({ type: 'uuid' }) enrollmentId: string;
  @Column({ type: 'uuid', nullable: true }) videoResourceId: string | null;
  @Column({ type: 'integer', nullable: true }) positionSeconds: number | null;
  @RedactedColumn({ type: 'text' }) body: string;
  @Column({ type: 'text' }) status: QuestionStatus;

  /** Null until the question is answered. */
  @Column({ type: 'text', nullable: true }) visibility: AnswerVisibility | null;
  @RedactedColumn({ type: 'text', nullable: true }) answerText: string | null;
  @Column({ type: 'uuid', nullable: true }) answerVideoResourceId: string | null;
  @Column({ type: 'uuid', nullable: true }) answeredBy: string | null;
  @Column({ type: 'timestamptz', nullable: true }) answeredAt: Date | null;
  @RedactedColumn({ type: 'text', nullable: true }) declineReason: string | null;

  /** When it was declined or withdrawn, and by whom; null for questions from before this was stored. */
  @Column({ type: 'timestamptz', nullable: true }) closedAt: Date | null;
  @Column({ type: 'uuid', nullable: true }) closedBy: string | null;

  @Column({ type: 'timestamptz' }) askedAt: Date;
}
