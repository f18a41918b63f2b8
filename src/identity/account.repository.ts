import { Injectable } from '@nestjs/common';
import { statement } from '../platform/persistence/statement.js';
import type { UnitOfWork } from '../platform/persistence/unit-of-work.js';

/** Values: id, e-mail address, name, instant. A concurrent twin waits for the first one, then inserts nothing. */
export const insertAccount = statement(
  'create_account',
  'insert into accounts (id, email, name, created_at) values ($1, $2, $3, $4) on conflict do nothing',
);

/** Value: e-mail address. Apart from the insert, so that it sees what a concurrent twin has committed. */
export const findAccount = statement<{ id: string }>('find_account', 'select id from accounts where email = $1');

@Injectable()
export class AccountRepository {
  /** The id of the account with this address, in lower case; made under the given name where there is none yet. */
  async findOrCreate(uow: UnitOfWork, email: string, name: string): Promise<string> {
    await uow.queryGlobal(insertAccount, [uow.newId(), email, name, uow.now.toISOString()]);
    const [account] = await uow.queryGlobal(findAccount, [email]);
    return account.id;
  }
}
