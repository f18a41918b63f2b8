import { Module } from '@nestjs/common';
import { AgentsController } from './agents.controller.js';
import { ToolBox } from './tool-box.js';

/** The agent door: names operations and hands them to the runner. */
@Module({
  controllers: [AgentsController],
  providers: [ToolBox],
})
export class AgentsModule {}
