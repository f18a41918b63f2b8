import { Module } from '@nestjs/common';
import { EnrollmentsModule } from '#contexts/enrollments/enrollments.public.js';
import { ContentRepository } from './content/content.repository.js';
import { CourseOutlineService } from './content/course-outline.service.js';
import { CourseController } from './content/course.controller.js';
import { CourseRepository } from './content/course.repository.js';
import { CourseService } from './content/course.service.js';
import { LessonController } from './content/lesson.controller.js';
import { LessonRepository } from './content/lesson.repository.js';
import { LessonService } from './content/lesson.service.js';
import { MilestoneReachService } from './progress/milestone/milestone-reach.service.js';
import { MilestoneController } from './progress/milestone/milestone.controller.js';
import { MilestoneRepository } from './progress/milestone/milestone.repository.js';
import { MilestoneService } from './progress/milestone/milestone.service.js';
import { LessonLocks } from './my-course/lesson-locks.js';
import { MyCourseController } from './my-course/my-course.controller.js';
import { MyCourseRepository } from './my-course/my-course.repository.js';
import { MyCourseService } from './my-course/my-course.service.js';
import { DefaultPathAssignment } from './paths/default-path-assignment.js';
import { EnrollmentPathRepository } from './paths/enrollment-path.repository.js';
import { EnrollmentPathService } from './paths/enrollment-path.service.js';
import { PathController } from './paths/path.controller.js';
import { PathRepository } from './paths/path.repository.js';
import { PathService } from './paths/path.service.js';
import { LessonCompletionService } from './progress/lesson-completion.service.js';
import { PlanRepository } from './paths/plan.repository.js';
import { ProgressTransfer } from './progress/progress-transfer.js';
import { ProgressController } from './progress/progress.controller.js';
import { ProgressService } from './progress/progress.service.js';
import { SectionController } from './content/section.controller.js';
import { SectionService } from './content/section.service.js';

@Module({
  imports: [EnrollmentsModule],
  controllers: [
    CourseController,
    SectionController,
    LessonController,
    MilestoneController,
    PathController,
    ProgressController,
    MyCourseController,
  ],
  providers: [
    ContentRepository,
    CourseService,
    CourseOutlineService,
    CourseRepository,
    SectionService,
    LessonService,
    LessonRepository,
    PathService,
    PathRepository,
    EnrollmentPathService,
    EnrollmentPathRepository,
    DefaultPathAssignment,
    PlanRepository,
    MilestoneService,
    MilestoneRepository,
    MilestoneReachService,
    LessonCompletionService,
    ProgressService,
    ProgressTransfer,
    MyCourseService,
    MyCourseRepository,
    LessonLocks,
  ],
  exports: [LessonLocks],
})
export class LearningModule {}
