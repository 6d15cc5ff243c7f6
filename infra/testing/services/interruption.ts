import type { Table } from '#functions/data/table';
import type { UserPool } from '#functions/lib/identity/user-pool';

/** The error that interrupts a function. */
class Interruption extends Error {
  override readonly name = 'Interruption';
}

/**
 * Table and user pool for a function that is interrupted at its n-th request, counted from 0 over both. It is interrupted
 * before the request is sent, or after the request was executed and before its response arrives.
 */
export const interruptAt = (n: number, when: 'before' | 'after') => {
  let requests = 0;
  const cut = <Client extends { send: (...args: never) => unknown }>(client: Client): Client => {
    const send = async (...args: unknown[]): Promise<unknown> => {
      const number = requests;
      requests += 1;
      if (number > n || (number === n && when === 'before')) throw new Interruption();
      const answer = await Reflect.apply(client.send, client, args);
      if (number === n) throw new Interruption();
      return answer;
    };
    return new Proxy(client, {
      get: (target, property) => (property === 'send' ? send : Reflect.get(target, property, target)),
    });
  };
  return {
    table: ({ name, client }: Table): Table => ({ name, client: cut(client) }),
    userPool: ({ id, client }: UserPool): UserPool => ({ id, client: cut(client) }),
  };
};
