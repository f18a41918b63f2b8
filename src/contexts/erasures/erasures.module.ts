import { Module } from '@nestjs/common';
import { ErasureController } from './erasure.controller.js';
import { ErasureService } from './erasure.service.js';
import { ErasuresJob } from './erasures.job.js';

@Module({ controllers: [ErasureController], providers: [ErasureService, ErasuresJob] })
export class ErasuresModule {}
