import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A person, identified by e-mail address, who can be a member of several organizations. */
@Entity({ name: 'accounts' })
export class AccountEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;

  /** Lower case, in Unicode normalization form C. */
  @Column({ type: 'text' }) email: string;
  @Column({ type: 'text', nullable: true }) name: string | null;
  @Column({ type: 'timestamptz' }) createdAt: Date;
}
