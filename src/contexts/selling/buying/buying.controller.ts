import { Controller, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Clock } from '#kernel/clock';
import { invalidField, notFound, ServiceError } from '#kernel/errors';
import { isUuid } from '#kernel/fields';
import { DoorRequest, readIdempotencyKey, type ReadAtDoor, SignedUrl } from '#kernel/operations';
import { readSignedAddress, SecretKeys } from '#kernel/secrets';
import { AddressSettings } from '#kernel/settings';
import { workAsService } from '#kernel/trail';
import { Database, type UnitOfWork } from '#kernel/work';
import { BuyerPageService, type BuyerPage } from './buyer-page.service.js';
import { BuyRequest, PayRequest, type ShownCheckout } from './buying.dto.js';
import { BuyingService, isOpen } from './buying.service.js';
import { buyingLink, type FoundLink } from './buying.statements.js';
import { refusedToBuyer } from './refused-to-buyer.js';

interface LinkClaim {
  organizationId: string;
  id: string;
  revision: number;
}

/** An offer and its orders, for whoever has the address. */
@Controller()
export class BuyingController {
  constructor(
    private readonly pages: BuyerPageService,
    private readonly buying: BuyingService,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly keys: SecretKeys,
    private readonly settings: AddressSettings,
  ) {}

  @SignedUrl('GET', 'buy/:token')
  show(@Param('token') token: string): Promise<BuyerPage> {
    return this.asBuyer(this.claimOf(token), undefined, (uow, link) => this.pages.show(uow, link));
  }

  @SignedUrl('POST', 'buy/:token/order', { body: BuyRequest })
  async order(
    @Param('token') token: string,
    @DoorRequest() read: ReadAtDoor<BuyRequest>,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<{ url: string; checkout: ShownCheckout | null }> {
    const claim = this.claimOf(token);
    const key = keyOf(request);
    const { body, correlationId, network } = await read();
    const { path, checkout, isReplay } = await this.asBuyer(claim, correlationId, (uow, link) =>
      this.buying.order(uow, link, { body, key, network }),
    );
    response.status(isReplay ? 200 : 201);
    const base = this.settings.PUBLIC_URL ?? `${request.protocol}://${request.get('host') ?? ''}`;
    return { url: `${base}${path}`, checkout };
  }

  @SignedUrl('POST', 'buy/:token/checkout', { body: PayRequest })
  async checkout(
    @Param('token') token: string,
    @DoorRequest() read: ReadAtDoor<PayRequest>,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ShownCheckout> {
    const claim = this.claimOf(token);
    const key = keyOf(request);
    const { body, correlationId } = await read();
    const { checkout, isReplay } = await this.asBuyer(claim, correlationId, (uow, link) =>
      this.buying.checkout(uow, link, { body, key }),
    );
    response.status(isReplay ? 200 : 201);
    return checkout;
  }

  /** Works by the link, which is looked up only for a token that is signed. No conflict tells its reason. */
  private async asBuyer<Result>(
    { organizationId, id, revision }: LinkClaim,
    correlationId: string | undefined,
    work: (uow: UnitOfWork, link: FoundLink) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await this.database.forStranger(organizationId, async (tenant) => {
        const now = this.clock.now();
        const [link] = await tenant.query(buyingLink.list, { link: id });
        if (!isOpen(link, revision, now)) throw notFound();
        const behalf = { memberId: link.memberId, accountId: link.accountId };
        return workAsService(tenant, { now, behalf, correlationId }, (uow) => work(uow, link));
      });
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'conflict') throw refusedToBuyer();
      throw error;
    }
  }

  /** Throws 404 for a token that was not signed here. */
  private claimOf(token: string): LinkClaim {
    const claim = readSignedAddress(token, this.keys.salesLinkKeys);
    if (!claim) throw notFound();
    return { organizationId: claim.organizationId, id: claim.id, revision: claim.number };
  }
}

function keyOf(request: Request): string {
  const key = readIdempotencyKey(request.headersDistinct['idempotency-key'] ?? []);
  if (isUuid(key)) return key.toLowerCase();
  throw invalidField('Idempotency-Key', 'must be a UUID');
}
