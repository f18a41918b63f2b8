import type { FieldIssue } from '#kernel/errors';
import { type CrossChecked, Flag, Pattern, Text } from '#kernel/fields';
import { ReturnUrl } from '../invitation/return-url.js';

export class StartSignInRequest implements CrossChecked {
  @Text({
    min: 1,
    max: 100,
    optional: true,
    description: 'The sign-in name of the organization',
    example: 'north-academy',
  })
  organization?: string;

  @Text({ min: 1, max: 200, optional: true, description: 'Instead of it, the token of an invitation' })
  invitation?: string;

  @ReturnUrl({
    description: 'The page of your own to which the provider sends the person back, instead of the console',
  })
  returnUrl?: string;

  @Pattern(/^[A-Za-z0-9_-]{43}$/, {
    description: 'The base64url of the SHA-256 of a secret that the page keeps until the person is back',
    example: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    issue: 'must be the base64url of 32 bytes',
  })
  challenge: string;

  @Flag({ optional: true, description: 'Whether to ask for a new proof of who the person is' }) fresh?: boolean;

  crossIssues(): FieldIssue[] {
    const { organization, invitation, returnUrl } = this;
    const issues: FieldIssue[] = [];
    if ((organization === undefined) === (invitation === undefined)) {
      const issue = organization === undefined ? 'is required without invitation' : 'must not be sent with invitation';
      issues.push({ field: 'organization', issue });
    }
    if (returnUrl !== undefined && /[?#]/.test(returnUrl)) {
      issues.push({ field: 'returnUrl', issue: 'must not contain a query or a fragment' });
    }
    return issues;
  }
}

export class StartedSignIn {
  @Text({
    description: 'Where the person signs in',
    example: 'https://id.school.example/authorize?client_id=delivery-service&response_type=code',
  })
  authorizationUrl: string;
}

export class FinishSignInRequest {
  @Text({ min: 1, max: 8000, description: 'The parameter `code` with which the person comes back' }) code: string;
  @Text({ min: 1, max: 8000, description: 'The parameter `state`' }) state: string;
  @Text({ min: 1, max: 1000, description: 'The secret that the page has kept' }) secret: string;

  @Text({ min: 1, max: 2100, description: 'The address of the page, without query and fragment' }) redirectUri: string;

  @Text({ min: 1, max: 2000, optional: true, description: 'The parameter `iss`, if there is one' }) iss?: string;
}
