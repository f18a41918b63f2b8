/** The service as a relying party: its domain, and the origins whose pages may use passkeys of it. */
export interface PasskeyParty {
  /** The id of the relying party. */
  id: string;
  origins: readonly string[];
}

/** A credential as it was when it was last used. */
export interface Credential {
  credentialId: Buffer;
  /** COSE key. */
  publicKey: Buffer;
  /** The number of signatures that the authenticator has counted; 0 where it does not count. */
  counter: number;
  /** Whether the authenticator may synchronize it to other devices. Never changes. */
  backupEligible: boolean;
  backedUp: boolean;
  /** The id of the relying party that it was made for. */
  domain: string;
}
