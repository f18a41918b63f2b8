import { Injectable } from '@nestjs/common';
import { GuardedFetch, OutgoingFailure } from '#kernel/outgoing';
import { KeySets } from './key-sets.js';
import { type ProviderError, ProviderFailure } from './provider-failure.js';
import { metadataIn, metadataUrl, type ProviderMetadata } from './provider-metadata.js';

/** The metadata of an issuer, or why people cannot sign in there. */
export type Discovered = { metadata: ProviderMetadata; error: null } | { metadata: null; error: ProviderError };

/** Reads the metadata and the keys of an issuer. */
@Injectable()
export class Discovery {
  constructor(
    private readonly fetch: GuardedFetch,
    private readonly keys: KeySets,
  ) {}

  async discover(issuer: string): Promise<Discovered> {
    try {
      const metadata = metadataIn(await this.fetch.document(metadataUrl(issuer)), issuer);
      await this.checkEndpoints(metadata);
      await this.keys.read(metadata.jwksUri);
      return { metadata, error: null };
    } catch (error) {
      if (error instanceof ProviderFailure || error instanceof OutgoingFailure) {
        return { metadata: null, error: error.reason };
      }
      throw error;
    }
  }

  /** The authorization endpoint is for the browser: any https URL will do. */
  private async checkEndpoints(metadata: ProviderMetadata): Promise<void> {
    const { authorizationEndpoint, tokenEndpoint, userinfoEndpoint, jwksUri } = metadata;
    const isSecure = authorizationEndpoint.startsWith('https:');
    if (!isSecure && !(await this.fetch.reaches(authorizationEndpoint))) throw new ProviderFailure('bad_document');
    const requested = [tokenEndpoint, jwksUri, ...(userinfoEndpoint === null ? [] : [userinfoEndpoint])];
    if (!requested.every((url) => this.fetch.accepts(url))) throw new ProviderFailure('bad_document');
  }
}
