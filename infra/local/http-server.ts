import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loopback } from './addresses.ts';
import { StartError } from './start-error.ts';

const loopbackV6 = '::1';
const closeWithinMs = 5_000;
const sweepEveryMs = 20;

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

const listen = async (listener: RequestListener, port: number, host: string): Promise<Server> => {
  // A server that ends idle connections may do so while a request is on its way on one: a busy machine loses it (ECONNRESET).
  const server = createServer({ keepAliveTimeout: 0 }, listener).listen(port, host);
  try {
    await once(server, 'listening');
    return server;
  } catch (error) {
    if (codeOf(error) !== 'EADDRINUSE') throw error;
    throw new StartError(
      `Port ${port} is in use.`,
      `End what uses it, or choose another: PORT=3001 npm start`,
    );
  }
};

const listenV6 = async (listener: RequestListener, port: number): Promise<Server[]> => {
  try {
    return [await listen(listener, port, loopbackV6)];
  } catch (error) {
    if (error instanceof StartError) throw error;
    return [];
  }
};

const close = async (server: Server): Promise<void> => {
  const closed = once(server, 'close');
  server.close();
  // Node closes idle connections now, but not those that become idle later.
  const sweep = setInterval(() => server.closeIdleConnections(), sweepEveryMs);
  const limit = setTimeout(() => server.closeAllConnections(), closeWithinMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(limit);
};

/**
 * On both addresses of `localhost`: else a browser could reach another program.
 * @param port 0 is a free one
 * @throws StartError
 */
export const startHttpServer = async (listener: RequestListener, port: number) => {
  const server = await listen(listener, port, loopback);
  // A server that listens on TCP has an AddressInfo; a string is for pipes.
  const { port: chosen } = server.address() as AddressInfo;
  try {
    const servers = [server, ...(await listenV6(listener, chosen))];
    return {
      port: chosen,
      close: async (): Promise<void> => {
        await Promise.all(servers.map(close));
      },
    };
  } catch (error) {
    await close(server);
    throw error;
  }
};
