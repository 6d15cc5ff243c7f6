import { expect, it, vi } from 'vitest';
import { startDatabase } from './dynamodb.ts';
import { StartError } from './start-error.ts';

// The error of a missing program, as in child-engine.test.ts.
vi.mock('./child-engine.ts', () => ({
  startChildEngine: () => Promise.reject(new Error('spawn dynoxide ENOENT')),
}));

it('reports where to get an engine if none is installed', async () => {
  const started = startDatabase();
  await expect(started).rejects.toThrow(StartError);
  await expect(started).rejects.toThrow(/npm install.*PATH.*DYNAMODB_ENDPOINT/);
});
