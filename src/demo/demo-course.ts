import type { Door } from './door.js';

interface CoursePlan {
  title: string;
  sections: readonly SectionPlan[];
}

interface SectionPlan {
  title: string;
  availability: { kind: 'always' } | { kind: 'after_start'; days: number };
  /** By the name that the demo has for each. */
  lessons: Readonly<Record<string, LessonPlan>>;
}

/** The fields of `create_lesson`. */
type LessonPlan = Readonly<Record<string, unknown>>;

/** The ids of what is taught, by name. */
export interface Curriculum {
  lessons: Readonly<Record<string, string>>;
  milestones: Readonly<Record<'weeks' | 'basics' | 'practice', string>>;
}

/** Fourteen days after the start of the Harbour cohort are over, sixty are not. */
function plan(mediaId: string): readonly CoursePlan[] {
  const feedback = { title: 'Giving feedback', kind: 'video', media: [{ mediaId }], estimatedMinutes: 12 };
  return [
    {
      title: 'Your first weeks',
      sections: [
        section('From the first day', 0, {
          role: text(
            'From colleague to manager',
            15,
            'What you did well yourself is now for others to do. **Write down** three things that you hand over.',
          ),
          others: { ...link('How others began', 20), required: false },
        }),
        section('The third week', 14, {
          meeting: text('Your first team meeting', 25, 'Ask first, tell later. End with who does what until when.'),
          talk: {
            ...text('Look back with your coach', 30, 'Your coach marks this lesson as completed when you have talked.'),
            completion: 'staff',
          },
        }),
      ],
    },
    {
      title: 'Giving feedback',
      sections: [
        section('Watch', 14, { feedback }),
        section('Do it yourself', 60, {
          asking: text('Asking before telling', 20, 'Ask what the other one sees before you say what you see.'),
        }),
      ],
    },
    {
      title: 'Leading a change',
      sections: [section('The last month', 60, { change: link('Why people hesitate', 40) })],
    },
  ];
}

/** It opens so many days after the start of the cohort. */
function section(title: string, days: number, lessons: SectionPlan['lessons']): SectionPlan {
  return { title, availability: days === 0 ? { kind: 'always' } : { kind: 'after_start', days }, lessons };
}

function text(title: string, estimatedMinutes: number, body: string): LessonPlan {
  return { title, kind: 'text', body, estimatedMinutes };
}

function link(title: string, estimatedMinutes: number): LessonPlan {
  const url = `https://reading.school.example/${title.toLowerCase().replaceAll(' ', '-')}`;
  return { title, kind: 'link', url, estimatedMinutes };
}

/** Courses of the program, with milestones and a path that its new enrollments follow. */
export async function writeCourses(owner: Door, programId: string, mediaId: string): Promise<Curriculum> {
  const courseIds: string[] = [];
  const lessons: Record<string, string> = {};
  for (const { title, sections } of plan(mediaId)) {
    const { id: courseId } = await owner('create_course', { programId, title });
    for (const section of sections) Object.assign(lessons, await writeSection(owner, courseId, section));
    await owner('publish_course', { courseId });
    courseIds.push(courseId);
  }
  const milestones = await setMilestones(owner, programId, courseIds[0], [lessons.role, lessons.meeting]);
  const { id: pathId } = await owner('create_path', {
    programId,
    name: 'For new managers',
    courseIds,
    milestoneIds: Object.values(milestones),
    sequential: true,
  });
  await owner('activate_path', { pathId });
  await owner('update_path', { pathId, isDefault: true });
  return { lessons, milestones };
}

async function writeSection(owner: Door, courseId: string, section: SectionPlan): Promise<Record<string, string>> {
  const { title, availability } = section;
  const { id: sectionId } = await owner('create_section', { courseId, title, availability });
  const lessons: Record<string, string> = {};
  for (const [name, lesson] of Object.entries(section.lessons)) {
    const { id: lessonId } = await owner('create_lesson', { sectionId, ...lesson });
    await owner('publish_lesson', { lessonId });
    lessons[name] = lessonId;
  }
  return lessons;
}

async function setMilestones(
  owner: Door,
  programId: string,
  courseId: string,
  lessonIds: readonly string[],
): Promise<Curriculum['milestones']> {
  const set = async (title: string, requirement: object, due: object): Promise<string> => {
    const { id } = await owner('create_milestone', { programId, title, requirement, due });
    return id;
  };
  const afterDays = (days: number) => ({ kind: 'after_start', days });
  return {
    basics: await set('Ready to lead', { kind: 'lessons', lessonIds }, { kind: 'none' }),
    weeks: await set('First weeks done', { kind: 'course', courseId }, afterDays(18)),
    practice: await set('First feedback given', { kind: 'manual' }, afterDays(30)),
  };
}
