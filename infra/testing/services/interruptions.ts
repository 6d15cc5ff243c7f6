import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { UserPool } from '#functions/lib/identity/users';
import type { Table } from '#functions/lib/table';
import { loopback } from '#infra/local/addresses';

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

export interface SilentProxy {
  readonly url: string;
  /** From now on requests arrive and are never answered. Resolves when one has. */
  swallow(): Promise<void>;
  /** From now on requests on new connections are answered again. */
  answer(): void;
  stop(): Promise<void>;
}

/** A proxy in front of a server on this machine that can swallow requests. */
export const startSilentProxy = async (target: string): Promise<SilentProxy> => {
  const { port: targetPort } = new URL(target);
  const sockets = new Set<Socket>();
  let isSilent = false;
  let noteSwallowed = () => {};
  const server = createServer((client) => {
    const isLost = isSilent;
    const upstream = connect(Number(targetPort), loopback);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(socket);
          client.destroy();
          upstream.destroy();
        });
    }
    // A connection of before the silence swallows what comes now, too.
    client.on('data', (data) => {
      if (isLost || isSilent) noteSwallowed();
      else upstream.write(data);
    });
    upstream.on('data', (data) => client.write(data));
  }).listen(0, loopback);
  await once(server, 'listening');
  // A server that listens on TCP has an AddressInfo; a string is for pipes.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${loopback}:${port}`,
    swallow: () => {
      isSilent = true;
      return new Promise((resolve) => {
        noteSwallowed = resolve;
      });
    },
    answer: () => {
      isSilent = false;
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};
