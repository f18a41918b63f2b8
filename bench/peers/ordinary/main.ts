// POST /groups as it is usually written with NestJS, Express and TypeORM: a guard with repositories, a validation pipe,
// and a service that saves entities one by one in dataSource.transaction. Schema, durability, row-level security,
// validation, idempotency, audit entry and event are the same.
import 'reflect-metadata';
import {
  Body,
  CanActivate,
  Controller,
  ExecutionContext,
  ForbiddenException,
  Headers,
  Injectable,
  Module,
  Post,
  Req,
  UnauthorizedException,
  UseGuards,
  ValidationPipe,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Type } from 'class-transformer';
import { IsDate, IsIn, IsInt, IsOptional, IsString, IsUUID, Length, Min } from 'class-validator';
import {
  DataSource,
  EventSubscriber,
  IsNull,
  type EntityManager,
  type EntitySubscriberInterface,
  type InsertEvent,
} from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { GroupEntity } from '#contexts/groups/group.entity.js';
import { ApiKeyEntity } from '#contexts/identity/api-key/api-key.entity.js';
import { MemberEntity } from '#contexts/identity/member/member.entity.js';
import { ResponsibilityEntity } from '#contexts/identity/responsibility/responsibility.entity.js';
import { parseApiKey } from '#kernel/authentication';
import { apiKeyMatches } from '../../../src/kernel/authentication/api-key.js';
import { AuditEntryEntity, EventEntity } from '#kernel/trail';
import { SecretKeys } from '#kernel/secrets';
import { SnakeNames } from '../../../src/kernel/internals/typeorm.js';
import { IdempotencyKeyEntity } from './idempotency-key.entity.js';

class CreateGroupDto {
  @IsString()
  @Length(2, 100)
  name: string;

  @IsIn(['level', 'specialty', 'accountability'])
  type: GroupEntity['type'];

  @IsIn(['organization', 'program', 'cohort'])
  scope: GroupEntity['scope'];

  @IsOptional()
  @IsUUID()
  programId?: string | null;

  @IsOptional()
  @IsUUID()
  cohortId?: string | null;

  @IsOptional()
  @Type(() => Date)
  @IsDate()
  startsAt?: Date | null;

  @IsOptional()
  @Type(() => Date)
  @IsDate()
  endsAt?: Date | null;

  @IsOptional()
  @IsInt()
  @Min(1)
  capacity?: number | null;
}

/** Ids are generated on insert: TypeORM runs a SELECT before it saves an entity that has an id. */
@EventSubscriber()
class NewIds implements EntitySubscriberInterface<{ id?: string }> {
  beforeInsert({ entity }: InsertEvent<{ id?: string }>): void {
    entity.id ??= uuidv7();
  }
}

interface Caller {
  organizationId: string;
  accountId: string;
  apiKeyId: string;
  allowed: boolean;
}

@Injectable()
class KeyGuard implements CanActivate {
  private readonly keys = new SecretKeys([Buffer.from(process.env.SECRET_KEYS ?? '', 'base64')]);

  constructor(private readonly dataSource: DataSource) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<{ headers: Record<string, string>; caller: Caller }>();
    const parts = parseApiKey(request.headers['x-api-key']);
    if (!parts) throw new UnauthorizedException();
    const key = await this.dataSource.getRepository(ApiKeyEntity).findOneBy({ id: parts.id });
    if (!key || !apiKeyMatches(parts, key.secretHash, this.keys.apiKeyPeppers)) throw new UnauthorizedException();
    request.caller = await this.dataSource.transaction(async (manager) => {
      await manager.query(`select set_config('app.organization_id', $1, true)`, [key.organizationId]);
      const where = { organizationId: key.organizationId };
      const member = await manager.findOneBy(MemberEntity, { ...where, id: key.memberId, status: 'active' });
      if (!member) throw new UnauthorizedException();
      const allowed = member.role !== 'MEMBER' || (await this.directs(manager, member));
      return { ...where, accountId: member.accountId, apiKeyId: key.id, allowed };
    });
    if (!request.caller.allowed) throw new ForbiddenException();
    return true;
  }

  private directs(manager: EntityManager, { organizationId, id: memberId }: MemberEntity): Promise<boolean> {
    const current = { organizationId, memberId, role: 'program_director' as const, endedAt: IsNull() };
    return manager.existsBy(ResponsibilityEntity, { ...current, scope: 'organization' as const });
  }
}

@Injectable()
class GroupsService {
  constructor(private readonly dataSource: DataSource) {}

  create(caller: Caller, key: string, dto: CreateGroupDto): Promise<object> {
    const { organizationId } = caller;
    return this.dataSource.transaction(async (manager) => {
      await manager.query(`select set_config('app.organization_id', $1, true)`, [organizationId]);
      const scope = { organizationId, operation: 'create_group_ordinary', target: '', key };
      const known = await manager.findOneBy(IdempotencyKeyEntity, scope);
      if (known) return { success: true, data: known.result, replayed: true };
      const now = new Date();
      const claim = await manager.save(
        manager.create(IdempotencyKeyEntity, {
          ...scope,
          fingerprint: Buffer.alloc(32),
          pathTarget: '',
          createdAt: now,
        }),
      );
      const group = await manager.save(
        manager.create(GroupEntity, {
          ...dto,
          organizationId,
          createdBy: caller.accountId,
          createdAt: now,
          updatedAt: now,
        }),
      );
      const common = { organizationId, correlationId: uuidv7(), occurredAt: now };
      const { id, name, type, scope: groupScope } = group;
      await manager.save(
        manager.create(AuditEntryEntity, {
          ...common,
          action: 'group.created',
          targetType: 'group',
          targetId: id,
          actorId: caller.accountId,
          apiKeyId: caller.apiKeyId,
          changes: { name, type, scope: groupScope },
        }),
      );
      await manager.save(
        manager.create(EventEntity, {
          ...common,
          name: 'group.created',
          data: { groupId: id, name, type, scope: groupScope },
        }),
      );
      const data = { ...group, activeMembershipCount: 0, lifecycle: 'active', memberships: [] };
      await manager.update(IdempotencyKeyEntity, { organizationId, id: claim.id }, { result: data });
      return { success: true, data, replayed: false, correlationId: common.correlationId };
    });
  }
}

@Controller('api/v1/groups')
@UseGuards(KeyGuard)
class GroupsController {
  constructor(private readonly groups: GroupsService) {}

  @Post()
  create(
    @Req() request: { caller: Caller },
    @Headers('idempotency-key') key: string,
    @Body(new ValidationPipe({ transform: true, whitelist: true })) dto: CreateGroupDto,
  ): Promise<object> {
    return this.groups.create(request.caller, key, dto);
  }
}

@Module({
  imports: [
    TypeOrmModule.forRoot({
      type: 'postgres',
      url: process.env.DATABASE_URL,
      poolSize: 8,
      namingStrategy: new SnakeNames(),
      subscribers: [NewIds],
      entities: [
        ApiKeyEntity,
        MemberEntity,
        ResponsibilityEntity,
        GroupEntity,
        AuditEntryEntity,
        EventEntity,
        IdempotencyKeyEntity,
      ],
    }),
  ],
  controllers: [GroupsController],
  providers: [GroupsService, KeyGuard],
})
class OrdinaryModule {}

const app = await NestFactory.create(OrdinaryModule, { logger: ['error'] });
app.use('/health/ready', (_request: object, response: { json: (body: object) => void }) =>
  response.json({ status: 'ready' }),
);
await app.listen(Number(process.env.PORT), '127.0.0.1');
process.stdout.write(`${await app.getUrl()}\n`);
process.on('SIGTERM', () => process.exit(0));
