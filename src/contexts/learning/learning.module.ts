import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EnrollmentsModule } from '#contexts/enrollments/enrollments.public.js';
import { ContentRepository } from './content/content.repository.js';
import { CourseOutlineService } from './content/course-outline.service.js';
import { CourseController } from './content/course.controller.js';
import { CourseEntity } from './content/course.entity.js';
import { CourseRepository } from './content/course.repository.js';
import { CourseService } from './content/course.service.js';
import { LessonMediaEntity } from './content/lesson-media.entity.js';
import { LessonController } from './content/lesson.controller.js';
import { LessonEntity } from './content/lesson.entity.js';
import { LessonRepository } from './content/lesson.repository.js';
import { LessonService } from './content/lesson.service.js';
import { MilestoneLessonEntity } from './progress/milestone/milestone-lesson.entity.js';
import { MilestoneReachEntity } from './progress/milestone/milestone-reach.entity.js';
import { MilestoneReachService } from './progress/milestone/milestone-reach.service.js';
import { MilestoneReaching } from './progress/milestone/milestone-reaching.js';
import { MilestoneController } from './progress/milestone/milestone.controller.js';
import { MilestoneEntity } from './progress/milestone/milestone.entity.js';
import { MilestoneRepository } from './progress/milestone/milestone.repository.js';
import { MilestoneService } from './progress/milestone/milestone.service.js';
import { MyCourseController } from './my-course/my-course.controller.js';
import { MyCourseRepository } from './my-course/my-course.repository.js';
import { MyCourseService } from './my-course/my-course.service.js';
import { DefaultPathAssignment } from './paths/default-path-assignment.js';
import { EnrollmentPathEntity } from './paths/enrollment-path.entity.js';
import { EnrollmentPathRepository } from './paths/enrollment-path.repository.js';
import { EnrollmentPathService } from './paths/enrollment-path.service.js';
import { PathCourseEntity } from './paths/path-course.entity.js';
import { PathMilestoneEntity } from './paths/path-milestone.entity.js';
import { PathCompletionService } from './paths/path-completion.service.js';
import { PathController } from './paths/path.controller.js';
import { PathEntity } from './paths/path.entity.js';
import { PathRepository } from './paths/path.repository.js';
import { PathService } from './paths/path.service.js';
import { CourseCompletionEntity } from './progress/course-completion.entity.js';
import { LessonCompletionEntity } from './progress/lesson-completion.entity.js';
import { LessonCompletionService } from './progress/lesson-completion.service.js';
import { PlanRepository } from './paths/plan.repository.js';
import { ProgressTransfer } from './progress/progress-transfer.js';
import { ProgressController } from './progress/progress.controller.js';
import { ProgressService } from './progress/progress.service.js';
import { SectionController } from './content/section.controller.js';
import { SectionEntity } from './content/section.entity.js';
import { SectionService } from './content/section.service.js';

@Module({
  imports: [
    EnrollmentsModule,
    TypeOrmModule.forFeature([
      CourseEntity,
      SectionEntity,
      LessonEntity,
      LessonMediaEntity,
      LessonCompletionEntity,
      CourseCompletionEntity,
      MilestoneEntity,
      MilestoneLessonEntity,
      MilestoneReachEntity,
      PathEntity,
      PathCourseEntity,
      PathMilestoneEntity,
      EnrollmentPathEntity,
    ]),
  ],
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
    PathCompletionService,
    PlanRepository,
    MilestoneService,
    MilestoneRepository,
    MilestoneReaching,
    MilestoneReachService,
    LessonCompletionService,
    ProgressService,
    ProgressTransfer,
    MyCourseService,
    MyCourseRepository,
  ],
})
export class LearningModule {}
