import { refusal } from '#kernel/errors';
import { Injectable } from '@nestjs/common';
import { SecretBox, UnreadableSecretError } from '#kernel/secrets';
import { shownEndpoint } from '../outgoing/shown-endpoint.js';

const endpointUnreadable = refusal(
  'endpoint_unreadable',
  'The endpoint URL can no longer be decrypted. Send endpointUrl again.',
);
const secretUnreadable = refusal('secret_unreadable', 'The secret can no longer be decrypted. Rotate it.');
export const unreadable = [endpointUnreadable, secretUnreadable];

/** The columns of an endpoint: what may be shown, and the complete URL, encrypted, where that is more. */
export interface StoredEndpoint {
  endpointUrl: string;
  endpointCiphertext: Buffer | null;
}

/** The encrypted columns of a subscription. */
export interface SealedSubscription extends StoredEndpoint {
  secret: Buffer;
}

type SealedBoxes = Pick<SealedSubscription, 'secret' | 'endpointCiphertext'>;
type Resealed = SealedBoxes & { isWhole: boolean };

/** Encrypts endpoint URLs at rest: user info, query and fragment may contain secrets. */
@Injectable()
export class EndpointBox {
  constructor(private readonly secrets: SecretBox) {}

  seal(organizationId: string, subscriptionId: string, url: string): StoredEndpoint {
    const endpointUrl = shownEndpoint(url);
    if (endpointUrl === url) return { endpointUrl, endpointCiphertext: null };
    return { endpointUrl, endpointCiphertext: this.secrets.seal(url, contextOf(organizationId, subscriptionId)) };
  }

  /** The complete URL. Without user info, query and fragment, it is `endpointUrl`. */
  open(organizationId: string, subscriptionId: string, { endpointUrl, endpointCiphertext }: StoredEndpoint): string {
    if (endpointCiphertext === null) return endpointUrl;
    return this.secrets.open(endpointCiphertext, contextOf(organizationId, subscriptionId));
  }

  /** The complete URL; undefined where none of the configured keys opens it. */
  openIfReadable(organizationId: string, subscriptionId: string, stored: StoredEndpoint): string | undefined {
    return ifReadable(() => this.open(organizationId, subscriptionId, stored));
  }

  /** Whether the configured keys open endpoint and secret. */
  isReadable(organizationId: string, subscriptionId: string, stored: SealedSubscription): boolean {
    const secret = ifReadable(() => this.secrets.open(stored.secret, [organizationId, subscriptionId]));
    return secret !== undefined && this.openIfReadable(organizationId, subscriptionId, stored) !== undefined;
  }

  /** Throws 409 where endpoint or secret cannot be opened: the client can send both again. */
  requireReadable(organizationId: string, subscriptionId: string, stored: SealedSubscription): void {
    if (this.openIfReadable(organizationId, subscriptionId, stored) === undefined) {
      throw endpointUnreadable.error();
    }
    if (ifReadable(() => this.secrets.open(stored.secret, [organizationId, subscriptionId])) === undefined) {
      throw secretUnreadable.error();
    }
  }

  /** Endpoint and secret under the current key. What cannot be opened stays as it is, and `isWhole` is false. */
  reseal(organizationId: string, subscriptionId: string, { secret, endpointCiphertext }: SealedBoxes): Resealed {
    const own = ifReadable(() => this.secrets.reseal(secret, [organizationId, subscriptionId]));
    const endpoint =
      endpointCiphertext &&
      ifReadable(() => this.secrets.reseal(endpointCiphertext, contextOf(organizationId, subscriptionId)));
    const boxes = { secret: own ?? secret, endpointCiphertext: endpoint ?? endpointCiphertext };
    return { ...boxes, isWhole: own !== undefined && endpoint !== undefined };
  }
}

function ifReadable<Result>(open: () => Result): Result | undefined {
  try {
    return open();
  } catch (error) {
    if (error instanceof UnreadableSecretError) return undefined;
    throw error;
  }
}

function contextOf(organizationId: string, subscriptionId: string): string[] {
  return [organizationId, subscriptionId, 'endpoint'];
}
