import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EnrollmentsModule } from '#contexts/enrollments/enrollments.public.js';
import { ContentRepository } from './content.repository.js';
import { CourseOutlineService } from './course/course-outline.service.js';
import { CourseController } from './course/course.controller.js';
import { CourseEntity } from './course/course.entity.js';
import { CourseRepository } from './course/course.repository.js';
import { CourseService } from './course/course.service.js';
import { LessonMediaEntity } from './lesson/lesson-media.entity.js';
import { LessonController } from './lesson/lesson.controller.js';
import { LessonEntity } from './lesson/lesson.entity.js';
import { LessonRepository } from './lesson/lesson.repository.js';
import { LessonService } from './lesson/lesson.service.js';
import { MilestoneLessonEntity } from './milestone/milestone-lesson.entity.js';
import { MilestoneReachEntity } from './milestone/milestone-reach.entity.js';
import { MilestoneReachService } from './milestone/milestone-reach.service.js';
import { MilestoneReaching } from './milestone/milestone-reaching.js';
import { MilestoneController } from './milestone/milestone.controller.js';
import { MilestoneEntity } from './milestone/milestone.entity.js';
import { MilestoneRepository } from './milestone/milestone.repository.js';
import { MilestoneService } from './milestone/milestone.service.js';
import { MyCourseController } from './my-course/my-course.controller.js';
import { MyCourseRepository } from './my-course/my-course.repository.js';
import { MyCourseService } from './my-course/my-course.service.js';
import { DefaultPathAssignment } from './path/default-path-assignment.js';
import { EnrollmentPathEntity } from './path/enrollment-path.entity.js';
import { EnrollmentPathRepository } from './path/enrollment-path.repository.js';
import { EnrollmentPathService } from './path/enrollment-path.service.js';
import { PathCourseEntity } from './path/path-course.entity.js';
import { PathMilestoneEntity } from './path/path-milestone.entity.js';
import { PathCompletionService } from './path/path-completion.service.js';
import { PathController } from './path/path.controller.js';
import { PathEntity } from './path/path.entity.js';
import { PathRepository } from './path/path.repository.js';
import { PathService } from './path/path.service.js';
import { CourseCompletionEntity } from './progress/course-completion.entity.js';
import { LessonCompletionEntity } from './progress/lesson-completion.entity.js';
import { LessonCompletionService } from './progress/lesson-completion.service.js';
import { PlanRepository } from './progress/plan.repository.js';
import { ProgressTransfer } from './progress/progress-transfer.js';
import { ProgressController } from './progress/progress.controller.js';
import { ProgressService } from './progress/progress.service.js';
import { SectionController } from './section/section.controller.js';
import { SectionEntity } from './section/section.entity.js';
import { SectionService } from './section/section.service.js';

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
