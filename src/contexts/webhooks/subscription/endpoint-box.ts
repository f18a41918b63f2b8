import { Injectable } from '@nestjs/common';
import { SecretBox } from '#kernel/secrets/secret-box.js';
import { shownEndpoint } from './endpoint-url.js';

/** The columns of an endpoint: what may be shown, and the complete URL, encrypted, where that is more. */
export interface StoredEndpoint {
  endpointUrl: string;
  endpointCiphertext: Buffer | null;
}

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
}

function contextOf(organizationId: string, subscriptionId: string): string[] {
  return [organizationId, subscriptionId, 'endpoint'];
}
