import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
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
import { SectionController } from './section/section.controller.js';
import { SectionEntity } from './section/section.entity.js';
import { SectionService } from './section/section.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([CourseEntity, SectionEntity, LessonEntity, LessonMediaEntity])],
  controllers: [CourseController, SectionController, LessonController],
  providers: [
    ContentRepository,
    CourseService,
    CourseOutlineService,
    CourseRepository,
    SectionService,
    LessonService,
    LessonRepository,
  ],
})
export class LearningModule {}
