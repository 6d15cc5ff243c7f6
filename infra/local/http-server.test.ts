import { expect, it, onTestFinished } from 'vitest';
import { startHttpServer } from './http-server.ts';
import { StartError } from './start-error.ts';

it('ends no idle connection, on which the next request may be on its way', async () => {
  const server = await startHttpServer((_, response) => response.end('here'), 0);
  onTestFinished(server.close);
  const { headers } = await fetch(`http://localhost:${server.port}`);
  expect(headers.get('connection')).toBe('keep-alive');
  expect(headers.get('keep-alive')).toBeNull();
});

it('reports a port in use, and what to do', async () => {
  const first = await startHttpServer(() => {}, 0);
  onTestFinished(first.close);
  const second = startHttpServer(() => {}, first.port);
  await expect(second).rejects.toThrow(StartError);
  await expect(second).rejects.toThrow(`Port ${first.port} is in use.`);
});

it('completes requests in progress before it closes', async () => {
  const arrived = Promise.withResolvers<void>();
  const toBeAnswered = Promise.withResolvers<void>();
  const server = await startHttpServer(async (_, response) => {
    arrived.resolve();
    await toBeAnswered.promise;
    response.end('finished');
  }, 0);
  const answer = fetch(`http://localhost:${server.port}`);
  await arrived.promise;
  const closed = server.close();
  toBeAnswered.resolve();
  await closed;
  expect(await (await answer).text()).toBe('finished');
  await expect(fetch(`http://localhost:${server.port}`)).rejects.toThrow();
});
