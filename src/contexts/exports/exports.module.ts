import { Module } from '@nestjs/common';
import { ExportController } from './export.controller.js';
import { ExportFileController } from './export-file.controller.js';
import { ExportService } from './export.service.js';
import { ExportsJob } from './exports.job.js';

@Module({ controllers: [ExportController, ExportFileController], providers: [ExportService, ExportsJob] })
export class ExportsModule {}
