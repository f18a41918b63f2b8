import express from 'express';

/** TRUST_PROXY as Express takes it: a number of proxies, or a list of addresses and ranges. */
export function trustedProxies(text: string): number | string {
  return /^\d{1,2}$/.test(text) ? Number(text) : text;
}

export function isTrustedProxies(text: string): boolean {
  try {
    express().set('trust proxy', trustedProxies(text));
    return true;
  } catch {
    return false;
  }
}
