import { Instant, Text, Uuid, WholeNumber } from '#kernel/fields';

export class CreateSessionKeyRequest {
  @WholeNumber({ min: 5, max: 1440, description: 'How long the session lasts', example: 60 }) minutes: number;
}

export class SessionKey {
  @Uuid({ description: 'The member whom the key acts for' }) memberId: string;
  @Instant({ description: 'Expiry time, UTC; not after that of the API key that made it' }) expiresAt: string;

  @Text({
    nullable: true,
    description: 'The key, for the header x-api-key; returned only once: null in a replay',
    example: `dsession_${'AZjF0nsefE-dOl8Oayowm2XbS1kKx5v9TgQwE3rYuIoPaSdFgHjKlZxCvB0'.repeat(2).slice(0, 115)}`,
  })
  key: string | null;
}
