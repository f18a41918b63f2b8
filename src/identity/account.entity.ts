import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A person, by e-mail address, whatever organizations they are a member of. */
@Entity({ name: 'accounts' })
export class AccountEntity {
  @PrimaryColumn({ type: 'uuid' })
  id: string;

  /** Lower case. */
  @Column({ type: 'text' })
  email: string;

  @Column({ type: 'text', nullable: true })
  name: string | null;

  @Column({ type: 'timestamptz' })
  createdAt: Date;
}
