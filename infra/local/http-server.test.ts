import { expect, it, onTestFinished } from 'vitest';
import { startHttpServer } from './http-server.ts';
import { StartError } from './start-error.ts';

it('reports a port in use, and what to do', async () => {
  const first = await startHttpServer(() => {}, 0);
  onTestFinished(first.close);
  const second = startHttpServer(() => {}, first.port);
  await expect(second).rejects.toThrow(StartError);
  await expect(second).rejects.toThrow(`Port ${first.port} is in use.`);
});
