import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** The only interface the local system listens on. */
export const loopback = '127.0.0.1';

/** A TCP port that is free now. Another process may take it before the caller does. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, loopback);
  await once(server, 'listening');
  // A server that listens on TCP has an AddressInfo; a string is for pipes.
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};
