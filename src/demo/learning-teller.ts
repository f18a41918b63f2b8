import { namesIn, type CohortTeller, type Staff } from './cohorts/cohort-teller.js';
import { writeCourses, type Curriculum } from './demo-course.js';
import type { Created, Door, Doors } from './door.js';
import type { RegisterMedia } from './files/demo-files.js';
import { smallPdf } from './files/small-pdf.js';
import type { Story } from './story.js';

/** The member who has a key of her own. */
const LEARNER = 'Lea';

/** Lessons that the coach marks as completed. Who is not named has begun nothing, apart from the member with a key. */
const COMPLETED: readonly { day: number; who: string; lesson: string }[] = [
  { day: -18, who: 'Ada Cleo', lesson: 'role' },
  { day: -16, who: 'Eva Gia Olga', lesson: 'role' },
  { day: -12, who: 'Luc Ben Hugo', lesson: 'role' },
  { day: -9, who: 'Lou Finn Kim', lesson: 'role' },
  { day: -5.4, who: 'Ada Cleo Eva', lesson: 'meeting' },
  { day: -5, who: 'Ada Cleo Lea', lesson: 'talk' },
  { day: -4, who: 'Ada', lesson: 'feedback' },
  { day: -2.5, who: 'Gia', lesson: 'meeting' },
  { day: -1.5, who: 'Ida', lesson: 'role' },
];

/** Those that she completes herself, each while it is open. */
const COMPLETED_BY_LEARNER: readonly { day: number; lesson: string }[] = [
  { day: -17, lesson: 'role' },
  { day: -5.5, lesson: 'meeting' },
  { day: -4.5, lesson: 'feedback' },
];

/** He hands in his diary as a file, with a key that nobody else is shown. */
const DIARIST = 'Leo';
const DIARY = [
  'Learning diary of Leo Harbour',
  '',
  'Week 1: I handed the weekly report over to Ada.',
  'It took her a day longer, and she found a mistake of mine.',
  'Next I hand over the rota.',
  '',
  'Week 2: my first team meeting. I asked first, and told later.',
  'Two people spoke who never had before.',
  'Next I end with who does what until when.',
];

/** Tells what is taught in a program, and who of a cohort learns it. */
export class LearningTeller {
  /** The key of the learner, while the story goes on. */
  learnerKey: string;
  private learner: Door;
  private curriculum: Curriculum;

  constructor(
    private readonly story: Story,
    private readonly doors: Doors,
    private readonly staff: Staff,
    private readonly cohort: CohortTeller,
    private readonly register: RegisterMedia,
  ) {}

  /** Enters everything into the story: the courses before the cohort's people. */
  enter(programId: string, video: { mediaId: string; videoResourceId: string }): void {
    const { owner, coach } = this.staff;
    this.story.on(-34, async () => {
      this.curriculum = await writeCourses(owner.door, programId, video.mediaId);
    });
    this.story.on(-25, () => this.welcomeLearner());
    for (const { day, who, lesson } of COMPLETED) {
      for (const name of namesIn(who)) this.story.on(day, () => this.complete(coach.door, name, lesson));
    }
    for (const { day, lesson } of COMPLETED_BY_LEARNER) {
      this.story.on(day, () => this.complete(this.learner, LEARNER, lesson));
    }
    this.story.on(-3, () => this.reach('Ada', 'Praised by the one who got it.'));
    this.tellOfQuestions(video.videoResourceId);
    this.story.on(-3.2, () => this.report());
    this.story.on(-2.2, () => this.drawTeam());
    this.story.on(-1.4, () => this.handInDiary());
  }

  private async welcomeLearner(): Promise<void> {
    this.learnerKey = await this.giveKey(LEARNER);
    this.learner = this.doors.open(this.learnerKey, 'demo-learner', this.story);
  }

  private async giveKey(name: string): Promise<string> {
    const { door } = this.staff.owner;
    const { memberId } = await door<{ memberId: string }>('get_enrollment', { enrollmentId: this.cohort.idOf(name) });
    const { key } = await door<{ key: string }>('create_api_key', { memberId, name: `${name}'s key` });
    return key;
  }

  private async complete(door: Door, name: string, lesson: string): Promise<void> {
    const lessonId = this.curriculum.lessons[lesson];
    await door('complete_lesson', { enrollmentId: this.cohort.idOf(name), lessonId });
  }

  private async reach(name: string, note: string): Promise<void> {
    const milestoneId = this.curriculum.milestones.practice;
    await this.staff.coach.door('reach_milestone', { enrollmentId: this.cohort.idOf(name), milestoneId, note });
  }

  /** One is answered, the other is open. */
  private tellOfQuestions(videoResourceId: string): void {
    const ask = (fields: object) =>
      this.learner('ask_video_question', { enrollmentId: this.cohort.idOf(LEARNER), ...fields });
    this.story.on(-4.4, async () => {
      const { id: videoQuestionId } = await ask({
        body: 'What if the other one says nothing at all?',
        videoResourceId,
        positionSeconds: 95,
      });
      this.story.on(-3.6, () => this.answer(videoQuestionId));
    });
    this.story.on(-1.3, () => ask({ body: 'May I give feedback to my own manager, too?' }));
  }

  /** With a video that is for her alone. */
  private async answer(videoQuestionId: string): Promise<void> {
    const { door } = this.staff.coach;
    const { id: mediaId } = await door('create_media', {
      kind: 'video',
      title: 'Silence',
      mimeType: 'video/mp4',
      url: 'https://media.school.example/silence.mp4',
    });
    const text = 'Wait. Count to ten, then ask what would help.';
    const title = 'What to do with silence';
    await door('answer_video_question', { videoQuestionId, text, title, videos: [{ mediaId }] });
  }

  /** Her report is resolved, so that it changes no number of the cockpit. */
  private async report(): Promise<void> {
    const { id: blockerId } = await this.learner('report_blocker', {
      enrollmentId: this.cohort.idOf(LEARNER),
      title: 'No time for the lessons',
      urgency: 'normal',
    });
    const resolution = 'Two hours on Fridays are free for them';
    this.story.on(-2.7, () => this.staff.coach.door('resolve_blocker', { blockerId, resolution }));
  }

  private async drawTeam(): Promise<void> {
    await this.learner('create_my_media', {
      kind: 'file',
      title: 'My team',
      mimeType: 'application/pdf',
      url: 'https://files.school.example/my-team.pdf',
    });
  }

  /** His coach has not reviewed it yet. */
  private async handInDiary(): Promise<void> {
    const door = this.doors.open(await this.giveKey(DIARIST), 'demo-diarist', this.story);
    const query = { enrollmentId: this.cohort.idOf(DIARIST), standing: 'overdue' };
    const { items } = await door<{ items: { deliverable: Created | null }[] }>('list_my_tasks', query);
    const deliverableId = items.find(({ deliverable }) => deliverable)?.deliverable?.id;
    const file = { name: 'Learning diary.pdf', mimeType: 'application/pdf', bytes: smallPdf(DIARY) };
    const shown = { kind: 'file', title: 'My learning diary' } as const;
    const mediaId = await this.register(door, 'create_my_media', shown, file);
    await door('create_submission', { deliverableId, kind: 'file', mediaId });
  }
}
